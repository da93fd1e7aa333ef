import assert from 'node:assert/strict'
import { test } from 'node:test'

import { missingVolumes } from './shelf.mjs'

test('some are missing', () => {
  assert.deepEqual(missingVolumes([1, 2, 4, 6], 6), [3, 5])
})

test('the shelf is in no order', () => {
  assert.deepEqual(missingVolumes([5, 1, 3], 5), [2, 4])
})

test('the first and the last are missing', () => {
  assert.deepEqual(missingVolumes([3, 2], 4), [1, 4])
})

test('none is missing', () => {
  assert.deepEqual(missingVolumes([2, 3, 1], 3), [])
})

test('all are missing', () => {
  assert.deepEqual(missingVolumes([], 3), [1, 2, 3])
})
