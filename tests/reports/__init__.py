"""Reports: who reads what of the record, registers and their files, figures of days and evenings, and cases."""
