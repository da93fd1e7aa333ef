"""Rules in a file that say which paths a backup leaves out."""
