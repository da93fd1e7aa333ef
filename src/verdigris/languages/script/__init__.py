"""JavaScript and TypeScript with node:test: `node` is the door."""
