"""What a program looks for in texts: what a reply, or an item, has to say to be read by it."""
