"""Format-aware recursive text chunking with plugins."""

__version__ = "0.1.0"
