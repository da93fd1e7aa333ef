import assert from 'node:assert/strict'
import { test } from 'node:test'
import { underline } from './heading.mjs'

test('the example', () => {
  assert.equal(underline('News'), 'News\n====')
})

test('one letter', () => {
  assert.equal(underline('A'), 'A\n=')
})

test('several words', () => {
  assert.equal(underline('What is new'), 'What is new\n===========')
})

test('blanks at the ends', () => {
  assert.equal(underline('  News'), 'News\n====')
  assert.equal(underline('News   '), 'News\n====')
  assert.equal(underline('  In  short '), 'In  short\n=========')
})

test('no title', () => {
  assert.equal(underline(''), '')
  assert.equal(underline('    '), '')
})

test('a title of signs', () => {
  assert.equal(underline('=='), '==\n==')
})
