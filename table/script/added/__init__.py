"""What extensions add to shifts and to the demo stage: interludes, and stories."""
