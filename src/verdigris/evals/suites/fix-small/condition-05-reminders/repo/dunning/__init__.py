"""Reminders for unpaid invoices."""
