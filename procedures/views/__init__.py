"""The pages of the procedures: presence at somebody else's device, and the reports of what went wrong."""
