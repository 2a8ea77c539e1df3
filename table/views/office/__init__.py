"""House office: people, tables with their rules and limits, displays. Plain forms; every act goes through the door."""
