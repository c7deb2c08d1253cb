"""The charts of a report, one file each, and the pictures that they are drawn as."""
