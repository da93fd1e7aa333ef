import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speakersOf } from './speakers.mjs'

const plain = (found) => JSON.parse(JSON.stringify(found))

test('the example', () => {
  const found = speakersOf({ Zoe: ['en'], Adam: ['en', 'fr'] })
  assert.deepEqual(plain(found), { en: ['Adam', 'Zoe'], fr: ['Adam'] })
})

test('nobody, or nothing', () => {
  assert.deepEqual(plain(speakersOf({})), {})
  assert.deepEqual(plain(speakersOf({ Ada: [] })), {})
})

test('one of each', () => {
  assert.deepEqual(plain(speakersOf({ Ada: ['en'] })), { en: ['Ada'] })
  assert.deepEqual(Object.keys(speakersOf({ Ada: ['en', 'de', 'fr'] })).sort(), ['de', 'en', 'fr'])
})

test('names are in order', () => {
  const found = speakersOf({ c: ['x'], a: ['x'], d: ['x'], b: ['x'] })
  assert.deepEqual(found.x, ['a', 'b', 'c', 'd'])
})

test('what is said twice', () => {
  assert.deepEqual(speakersOf({ Ada: ['en', 'en'], Bo: ['en'] }).en, ['Ada', 'Bo'])
})

test('what was given stays', () => {
  const people = { b: ['y', 'x'], a: ['x'] }
  speakersOf(people)
  assert.deepEqual(people, { b: ['y', 'x'], a: ['x'] })
  assert.deepEqual(Object.keys(people), ['b', 'a'])
})
