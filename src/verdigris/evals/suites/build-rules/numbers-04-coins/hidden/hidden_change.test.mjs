import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeChange } from './change.mjs'

test('the usual coins', () => {
  assert.deepEqual(makeChange(85), [[50, 1], [20, 1], [10, 1], [5, 1]])
  assert.deepEqual(makeChange(5), [[5, 1]])
  assert.deepEqual(makeChange(600), [[200, 3]])
  assert.deepEqual(makeChange(40), [[20, 2]])
  assert.deepEqual(makeChange(385), [[200, 1], [100, 1], [50, 1], [20, 1], [10, 1], [5, 1]])
})

test('nothing', () => {
  assert.deepEqual(makeChange(0), [])
})

test('what cannot be paid', () => {
  assert.equal(makeChange(3), null)
  assert.equal(makeChange(101), null)
  assert.equal(makeChange(7, [10]), null)
})

test('other coins, in any order', () => {
  assert.deepEqual(makeChange(41, [1, 25, 10]), [[25, 1], [10, 1], [1, 6]])
  assert.deepEqual(makeChange(30, [2, 7]), [[7, 4], [2, 1]])
  assert.equal(makeChange(6, [4, 3]), null)
  assert.deepEqual(makeChange(110, [5, 100, 10]), [[100, 1], [10, 1]])
})

test('the coins stay as they are', () => {
  const coins = [5, 100, 10]
  makeChange(25, coins)
  assert.deepEqual(coins, [5, 100, 10])
})
