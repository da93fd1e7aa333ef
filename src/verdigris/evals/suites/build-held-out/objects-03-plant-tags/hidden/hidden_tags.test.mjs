import test from 'node:test';
import assert from 'node:assert/strict';
import { parseTag } from './tags.mjs';

test('example', () => {
  assert.deepEqual(parseTag('name: Rose; height: 40; hardy'), { name: 'Rose', height: 40, hardy: true });
});

test('texts, also of several words', () => {
  assert.deepEqual(parseTag('name: Lady Fern; place: half shade'), { name: 'Lady Fern', place: 'half shade' });
});

test('spaces around the parts do not matter', () => {
  assert.deepEqual(parseTag('  name :  Mint ;height:30;  edible  '), { name: 'Mint', height: 30, edible: true });
});

test('only digits become numbers', () => {
  assert.deepEqual(parseTag('height: 40 cm; price: 2.50; pots: 0'), { height: '40 cm', price: '2.50', pots: 0 });
});

test('a single part', () => {
  assert.deepEqual(parseTag('evergreen'), { evergreen: true });
  assert.deepEqual(parseTag('pots: 12'), { pots: 12 });
});
