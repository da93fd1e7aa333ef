import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf } from './counts.mjs'

test('numbers', () => {
  assert.equal(countOf(0, 'apple'), 'no apples')
  assert.equal(countOf(1, 'apple'), '1 apple')
  assert.equal(countOf(2, 'apple'), '2 apples')
  assert.equal(countOf(1000, 'apple'), '1000 apples')
})

test('a plural of its own', () => {
  assert.equal(countOf(3, 'child', 'children'), '3 children')
  assert.equal(countOf(1, 'child', 'children'), '1 child')
  assert.equal(countOf(0, 'sheep', 'sheep'), 'no sheep')
})

test('es', () => {
  assert.equal(countOf(0, 'box'), 'no boxes')
  assert.equal(countOf(2, 'bus'), '2 buses')
  assert.equal(countOf(2, 'match'), '2 matches')
  assert.equal(countOf(2, 'dish'), '2 dishes')
})

test('words in y', () => {
  assert.equal(countOf(4, 'city'), '4 cities')
  assert.equal(countOf(4, 'day'), '4 days')
  assert.equal(countOf(1, 'city'), '1 city')
})

test('what is no count', () => {
  assert.throws(() => countOf(-1, 'apple'), RangeError)
  assert.throws(() => countOf(1.5, 'apple'), RangeError)
})
