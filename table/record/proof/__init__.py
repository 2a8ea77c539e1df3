"""What proves a register: its chain dealt again under the law of its time, the rows beside it, and seals."""
