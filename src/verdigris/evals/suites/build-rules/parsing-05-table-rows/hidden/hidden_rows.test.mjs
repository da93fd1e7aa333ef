import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitRow } from './rows.mjs'

test('the example', () => {
  assert.deepEqual(splitRow("a; 'b;c' ;'it''s'"), ['a', 'b;c', "it's"])
})

test('plain cells', () => {
  assert.deepEqual(splitRow('a;b;c'), ['a', 'b', 'c'])
  assert.deepEqual(splitRow('  one two ; three '), ['one two', 'three'])
  assert.deepEqual(splitRow('alone'), ['alone'])
})

test('empty cells', () => {
  assert.deepEqual(splitRow(''), [''])
  assert.deepEqual(splitRow(';'), ['', ''])
  assert.deepEqual(splitRow('a;;b; '), ['a', '', 'b', ''])
})

test('cells in quotes', () => {
  assert.deepEqual(splitRow("'  x '"), ['  x '])
  assert.deepEqual(splitRow("''"), [''])
  assert.deepEqual(splitRow("'a;b;c';d"), ['a;b;c', 'd'])
  assert.deepEqual(splitRow("''''"), ["'"])
  assert.deepEqual(splitRow("'a''''b'"), ["a''b"])
})

test('what cannot be read', () => {
  assert.throws(() => splitRow("'open"), SyntaxError)
  assert.throws(() => splitRow("a;'b;c"), SyntaxError)
  assert.throws(() => splitRow("'a'b;c"), SyntaxError)
  assert.throws(() => splitRow("'a' 'b'"), SyntaxError)
})
