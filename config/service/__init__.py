"""Running and shipping: how the service stops, health checks, nightly work, bundles and releases."""
