"""What the tests run on: real servers and a real browser, started here and stopped at the end."""
