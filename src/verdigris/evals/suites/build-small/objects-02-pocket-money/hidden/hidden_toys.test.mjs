import assert from 'node:assert/strict'
import { test } from 'node:test'

import { affordable } from './toys.mjs'

test('some toys are too dear', () => {
  assert.deepEqual({ ...affordable({ kite: 12, ball: 5, train: 40 }, 15) }, { kite: 12, ball: 5 })
})

test('a toy that costs just as much as there is', () => {
  assert.deepEqual({ ...affordable({ kite: 12, ball: 5, puzzle: 9 }, 9) }, { ball: 5, puzzle: 9 })
})

test('all of them', () => {
  assert.deepEqual({ ...affordable({ kite: 12, ball: 5 }, 100) }, { kite: 12, ball: 5 })
})

test('none of them', () => {
  assert.deepEqual({ ...affordable({ kite: 12, ball: 5 }, 3) }, {})
})

test('the prices stay as they were', () => {
  const prices = { doll: 20, yoyo: 4 }
  affordable(prices, 10)
  assert.deepEqual(prices, { doll: 20, yoyo: 4 })
})
