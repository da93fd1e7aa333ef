"""An address book that imports, merges and exports contacts."""
