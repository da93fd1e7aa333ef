import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery } from './query.mjs'

const read = (text) => JSON.parse(JSON.stringify(parseQuery(text)))

test('the example', () => {
  assert.deepEqual(read('?a=1&b=x+y&a=2'), { a: ['1', '2'], b: 'x y' })
})

test('with and without the question mark', () => {
  assert.deepEqual(read('a=1'), { a: '1' })
  assert.deepEqual(read('?a=1'), { a: '1' })
})

test('nothing', () => {
  assert.deepEqual(read(''), {})
  assert.deepEqual(read('?'), {})
})

test('several values', () => {
  assert.deepEqual(read('t=a&t=b&t=c'), { t: ['a', 'b', 'c'] })
  assert.deepEqual(read('t=a&u=1&t=a'), { t: ['a', 'a'], u: '1' })
})

test('decoding', () => {
  assert.deepEqual(read('q=100%25&na%20me=%C3%A9'), { q: '100%', 'na me': '\u00e9' })
  assert.deepEqual(read('sum=1%2B1&first+name=Ada'), { sum: '1+1', 'first name': 'Ada' })
})

test('odd pieces', () => {
  assert.deepEqual(read('flag&x=1'), { flag: '', x: '1' })
  assert.deepEqual(read('a=&b='), { a: '', b: '' })
  assert.deepEqual(read('&&a=1&&'), { a: '1' })
  assert.deepEqual(read('e=1=2'), { e: '1=2' })
})
