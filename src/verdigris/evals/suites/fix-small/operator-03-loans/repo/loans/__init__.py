"""Instalments and repayment schedules of loans, in cents."""
