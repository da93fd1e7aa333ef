import assert from 'node:assert/strict'
import { test } from 'node:test'
import paging from './paging.cjs'

const { paginate } = paging
const LIST = ['a', 'b', 'c', 'd', 'e']

test('the first page', () => {
  assert.deepEqual(paginate(LIST, 1, 2), {
    items: ['a', 'b'], page: 1, pages: 3, hasNext: true, hasPrevious: false,
  })
})

test('in between and at the end', () => {
  assert.deepEqual(paginate(LIST, 2, 2), {
    items: ['c', 'd'], page: 2, pages: 3, hasNext: true, hasPrevious: true,
  })
  assert.deepEqual(paginate(LIST, 3, 2), {
    items: ['e'], page: 3, pages: 3, hasNext: false, hasPrevious: true,
  })
})

test('all on one page', () => {
  const found = paginate(LIST, 1, 10)
  assert.deepEqual(found.items, LIST)
  assert.notEqual(found.items, LIST)
  assert.deepEqual([found.pages, found.hasNext, found.hasPrevious], [1, false, false])
  assert.equal(paginate(LIST, 1, 5).pages, 1)
})

test('numbers out of range', () => {
  assert.equal(paginate(LIST, 0, 2).page, 1)
  assert.deepEqual(paginate(LIST, -3, 2).items, ['a', 'b'])
  assert.deepEqual(paginate(LIST, 99, 2).items, ['e'])
  assert.equal(paginate(LIST, 99, 2).page, 3)
})

test('nothing to show', () => {
  assert.deepEqual(paginate([], 4, 3), {
    items: [], page: 1, pages: 1, hasNext: false, hasPrevious: false,
  })
})

test('sizes that are none', () => {
  assert.throws(() => paginate(LIST, 1, 0), RangeError)
  assert.throws(() => paginate(LIST, 1, -1), RangeError)
  assert.throws(() => paginate(LIST, 1, 1.5), RangeError)
})
