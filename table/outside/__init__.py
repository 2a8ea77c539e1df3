"""Data that leaves the house: an API for events and coups, webhooks, and alerts by mail and syslog."""
