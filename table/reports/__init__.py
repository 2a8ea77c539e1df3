"""The record as it is read and handed out: registers, taglie, evenings, figures, as pages and as files."""
