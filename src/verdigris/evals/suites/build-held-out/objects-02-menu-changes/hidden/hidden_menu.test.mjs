import test from 'node:test';
import assert from 'node:assert/strict';
import { menuChanges } from './menu.mjs';

test('all three kinds at once', () => {
  const before = { soup: 5, toast: 4, salad: 7 };
  const after = { soup: 6, salad: 7, cake: 3 };
  assert.deepEqual(menuChanges(before, after), { added: ['cake'], removed: ['toast'], dearer: ['soup'] });
});

test('alphabetical order in each array', () => {
  const before = { waffle: 4, bagel: 3, tea: 2, coffee: 2 };
  const after = { tea: 3, coffee: 3, pie: 5, apple: 1 };
  assert.deepEqual(menuChanges(before, after), {
    added: ['apple', 'pie'],
    removed: ['bagel', 'waffle'],
    dearer: ['coffee', 'tea'],
  });
});

test('same price or cheaper is in none', () => {
  assert.deepEqual(menuChanges({ soup: 5, cake: 4 }, { soup: 5, cake: 3 }), {
    added: [],
    removed: [],
    dearer: [],
  });
});

test('a dish that was free before', () => {
  assert.deepEqual(menuChanges({ water: 0, bread: 1 }, { water: 1, bread: 0 }), {
    added: [],
    removed: [],
    dearer: ['water'],
  });
});

test('empty menus', () => {
  assert.deepEqual(menuChanges({}, { soup: 5 }), { added: ['soup'], removed: [], dearer: [] });
  assert.deepEqual(menuChanges({ soup: 5 }, {}), { added: [], removed: ['soup'], dearer: [] });
});
