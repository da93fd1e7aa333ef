"""What an eval came to, for people and programs: JSON, CSV, JUnit XML, and one page of HTML."""
