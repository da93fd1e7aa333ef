import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForm } from './signup.mjs'

const GOOD = { name: 'Ada', email: 'ada@example.org', age: 36 }
const check = (changes) => ({ ...checkForm({ ...GOOD, ...changes }) })

test('good forms', () => {
  assert.deepEqual(check({}), {})
  assert.deepEqual(check({ age: undefined }), {})
  assert.deepEqual(check({ age: 16 }), {})
  assert.deepEqual(check({ age: 120, email: 'a.b@c.d.e' }), {})
})

test('names', () => {
  for (const name of ['', '   ', undefined, 5]) {
    assert.deepEqual(check({ name }), { name: 'required' })
  }
})

test('missing addresses', () => {
  for (const email of ['', undefined, null, 7]) {
    assert.deepEqual(check({ email }), { email: 'required' })
  }
})

test('invalid addresses', () => {
  const wrong = ['ada', 'ada@', '@example.org', 'ada@example', 'a@b@c.d', 'ada@.org', 'ada@org.', 'a da@b.c', ' a@b.c']
  for (const email of wrong) {
    assert.deepEqual(check({ email }), { email: 'invalid' }, email)
  }
})

test('ages', () => {
  assert.deepEqual(check({ age: 15 }), { age: 'too young' })
  assert.deepEqual(check({ age: -1 }), { age: 'too young' })
  assert.deepEqual(check({ age: 121 }), { age: 'invalid' })
  assert.deepEqual(check({ age: 20.5 }), { age: 'invalid' })
  assert.deepEqual(check({ age: '36' }), { age: 'invalid' })
  assert.deepEqual(check({ age: NaN }), { age: 'invalid' })
})

test('several at once', () => {
  assert.deepEqual({ ...checkForm({}) }, { name: 'required', email: 'required' })
})
