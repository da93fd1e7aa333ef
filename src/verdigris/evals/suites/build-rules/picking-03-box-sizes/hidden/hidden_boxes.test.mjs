import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxFor } from './boxes.mjs'

test('the example', () => {
  assert.equal(boxFor([30, 10, 20], 15), 20)
})

test('a size that fits exactly', () => {
  assert.equal(boxFor([30, 10, 20], 20), 20)
  assert.equal(boxFor([30, 10, 20], 30), 30)
})

test('the smallest box', () => {
  assert.equal(boxFor([30, 10, 20], 1), 10)
})

test('sizes with more and fewer digits', () => {
  assert.equal(boxFor([100, 25, 9], 5), 9)
  assert.equal(boxFor([9, 100, 25], 10), 25)
  assert.equal(boxFor([9, 25, 100], 26), 100)
})

test('fractions', () => {
  assert.equal(boxFor([2.5, 1.5], 1.6), 2.5)
})

test('nothing fits', () => {
  assert.equal(boxFor([30, 10, 20], 31), null)
  assert.equal(boxFor([], 5), null)
})

test('the array stays as it is', () => {
  const sizes = [30, 10, 20]
  boxFor(sizes, 15)
  assert.deepEqual(sizes, [30, 10, 20])
})
