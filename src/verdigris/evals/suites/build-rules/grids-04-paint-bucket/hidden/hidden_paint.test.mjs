import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from './paint.mjs'

test('the example', () => {
  assert.deepEqual(fill(['aab', 'aba'], 0, 0, 'c'), ['ccb', 'cba'])
})

test('small pictures', () => {
  assert.deepEqual(fill(['a'], 0, 0, 'b'), ['b'])
  assert.deepEqual(fill(['aaa', 'aaa'], 1, 2, 'b'), ['bbb', 'bbb'])
  assert.deepEqual(fill(['ab', 'ba'], 0, 1, 'c'), ['ac', 'ba'])
})

test('rows and columns are not mixed up', () => {
  assert.deepEqual(fill(['xy', 'zw', 'uv'], 2, 0, '!'), ['xy', 'zw', '!v'])
  assert.deepEqual(fill(['abc'], 0, 2, '!'), ['ab!'])
})

test('ways round corners', () => {
  const maze = ['.####', '...#.', '##.#.', '##...']
  assert.deepEqual(fill(maze, 0, 0, 'o'), ['o####', 'ooo#o', '##o#o', '##ooo'])
})

test('the same colour again', () => {
  assert.deepEqual(fill(['aab'], 0, 0, 'a'), ['aab'])
})

test('outside of the picture', () => {
  const rows = ['ab', 'cd']
  for (const [y, x] of [[-1, 0], [0, -1], [2, 0], [0, 2]]) {
    assert.deepEqual(fill(rows, y, x, '!'), ['ab', 'cd'])
  }
  assert.notEqual(fill(rows, 5, 5, '!'), rows)
})

test('the picture stays and a large one works', () => {
  const rows = Array.from({ length: 300 }, () => '.'.repeat(300))
  const filled = fill(rows, 150, 150, '#')
  assert.ok(filled.every((row) => row === '#'.repeat(300)))
  assert.ok(rows.every((row) => row === '.'.repeat(300)))
})
