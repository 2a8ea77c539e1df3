"""On whose word the house acts, topic by topic."""
