import assert from 'node:assert/strict'
import { test } from 'node:test'

import { LapBoard } from './laps.mjs'

test('the example', () => {
  const board = new LapBoard()
  board.add('Ida', 71)
  board.add('Ida', 68)
  assert.equal(board.best('Ida'), 68)
  assert.equal(board.count('Ida'), 2)
})

test('the best need not be the last', () => {
  const board = new LapBoard()
  for (const seconds of [80, 75, 79, 90]) board.add('Per', seconds)
  assert.equal(board.best('Per'), 75)
  assert.equal(board.count('Per'), 4)
})

test('two runners', () => {
  const board = new LapBoard()
  board.add('Ida', 71)
  board.add('Per', 66)
  board.add('Ida', 102)
  assert.equal(board.best('Ida'), 71)
  assert.equal(board.best('Per'), 66)
  assert.equal(board.count('Ida'), 2)
  assert.equal(board.count('Per'), 1)
})

test('a runner without laps', () => {
  const board = new LapBoard()
  board.add('Ida', 71)
  assert.equal(board.count('Per'), 0)
  assert.equal(board.best('Per'), null)
})
