"""Reports read from the record, as pages and as files: registers, taglie, evenings, figures, alarms."""
