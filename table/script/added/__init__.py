"""Additions of extensions to shifts and to the demo stage: interludes, and stories."""
