"""Uploading large files in parts, each announced by a Content-Range header."""
