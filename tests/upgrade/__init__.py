"""Houses of earlier versions, which today's version has to bring up to date and deal again."""
