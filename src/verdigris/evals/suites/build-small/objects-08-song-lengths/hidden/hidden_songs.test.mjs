import assert from 'node:assert/strict'
import { test } from 'node:test'

import { totalLength } from './songs.mjs'

test('the example', () => {
  const songs = [{ title: 'Rain', minutes: 3, seconds: 40 }, { title: 'Sun', minutes: 2, seconds: 25 }]
  assert.equal(totalLength(songs), '6:05')
})

test('one song', () => {
  assert.equal(totalLength([{ title: 'Snow', minutes: 4, seconds: 12 }]), '4:12')
})

test('full minutes', () => {
  const songs = [{ title: 'Wind', minutes: 1, seconds: 30 }, { title: 'Fog', minutes: 2, seconds: 30 }]
  assert.equal(totalLength(songs), '4:00')
})

test('several songs', () => {
  const songs = [
    { title: 'Spring', minutes: 5, seconds: 50 },
    { title: 'Summer', minutes: 4, seconds: 55 },
    { title: 'Autumn', minutes: 0, seconds: 45 },
  ]
  assert.equal(totalLength(songs), '11:30')
})

test('no songs', () => {
  assert.equal(totalLength([]), '0:00')
})
