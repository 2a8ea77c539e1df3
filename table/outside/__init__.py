"""What leaves the house by itself: events and coups for programs that ask, webhooks, and alerts by mail and syslog."""
