"""What modules and classes export, and uses of members and arguments that they do not have."""
