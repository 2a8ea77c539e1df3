"""Demo house: staff, tables and displays for trying everything out, tables that play by themselves, a guided stage.

It is only ever made in an empty database; its pages do not exist in any other house.
"""
