import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renameFields } from './fields.mjs'

const plain = (found) => ({ ...found })

test('the example', () => {
  const found = renameFields({ tel: '123', age: 36 }, { tel: 'phone' })
  assert.deepEqual(plain(found), { phone: '123', age: 36 })
})

test('all fields', () => {
  const found = renameFields({ a: 1, b: 2 }, { a: 'x', b: 'y' })
  assert.deepEqual(plain(found), { x: 1, y: 2 })
})

test('no fields', () => {
  assert.deepEqual(plain(renameFields({ a: 1, b: 2 }, {})), { a: 1, b: 2 })
  assert.deepEqual(plain(renameFields({}, { a: 'x' })), {})
})

test('names that the record does not have', () => {
  const found = renameFields({ a: 1 }, { b: 'y', a: 'x' })
  assert.deepEqual(plain(found), { x: 1 })
})

test('empty values stay', () => {
  const found = renameFields({ a: 0, b: '', c: null, d: false }, { a: 'w', b: 'x', c: 'y', d: 'z' })
  assert.deepEqual(plain(found), { w: 0, x: '', y: null, z: false })
})

test('two fields swap their names', () => {
  const found = renameFields({ first: 'Ada', last: 'King' }, { first: 'last', last: 'first' })
  assert.deepEqual(plain(found), { last: 'Ada', first: 'King' })
})

test('the record is not changed', () => {
  const record = { tel: '123', age: 36 }
  const names = { tel: 'phone' }
  renameFields(record, names)
  assert.deepEqual(record, { tel: '123', age: 36 })
  assert.deepEqual(names, { tel: 'phone' })
})
