import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentSearches } from './recent.mjs'

function after(most, ...texts) {
  const recent = new RecentSearches(most)
  for (const text of texts) recent.add(text)
  return recent
}

test('at first there are none', () => {
  assert.deepEqual(after(3).list(), [])
})

test('the newest comes first', () => {
  assert.deepEqual(after(3, 'tea').list(), ['tea'])
  assert.deepEqual(after(3, 'tea', 'cups', 'milk').list(), ['milk', 'cups', 'tea'])
})

test('the oldest is forgotten', () => {
  assert.deepEqual(after(3, 'tea', 'cups', 'milk', 'pots').list(), ['pots', 'milk', 'cups'])
  assert.deepEqual(after(1, 'tea', 'cups').list(), ['cups'])
})

test('a search that is remembered becomes the newest', () => {
  assert.deepEqual(after(3, 'tea', 'cups', 'tea').list(), ['tea', 'cups'])
  assert.deepEqual(after(3, 'tea', 'tea').list(), ['tea'])
})

test('nothing is forgotten for a search that is remembered', () => {
  assert.deepEqual(after(3, 'tea', 'cups', 'milk', 'tea').list(), ['tea', 'milk', 'cups'])
  assert.deepEqual(after(2, 'tea', 'cups', 'cups').list(), ['cups', 'tea'])
})

test('what was forgotten can come again', () => {
  assert.deepEqual(after(2, 'tea', 'cups', 'milk', 'tea').list(), ['tea', 'milk'])
})

test('the array belongs to the caller', () => {
  const recent = after(3, 'tea', 'cups')
  recent.list().push('milk')
  recent.list().length = 0
  assert.deepEqual(recent.list(), ['cups', 'tea'])
})

test('two of them', () => {
  const one = after(3, 'tea')
  const two = after(3, 'cups')
  assert.deepEqual([one.list(), two.list()], [['tea'], ['cups']])
})
