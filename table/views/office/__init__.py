"""The house office: people, tables with their rules and limits, displays. Plain forms; every act through the door."""
