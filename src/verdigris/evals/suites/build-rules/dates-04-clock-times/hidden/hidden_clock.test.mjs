import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMinutes, minutesBetween } from './clock.mjs'

test('adding within a day', () => {
  assert.equal(addMinutes('08:00', 5), '08:05')
  assert.equal(addMinutes('08:55', 10), '09:05')
  assert.equal(addMinutes('00:00', 0), '00:00')
  assert.equal(addMinutes('09:09', 51), '10:00')
})

test('adding over midnight', () => {
  assert.equal(addMinutes('23:50', 20), '00:10')
  assert.equal(addMinutes('12:00', 1440), '12:00')
  assert.equal(addMinutes('12:00', 5000), '23:20')
})

test('going back', () => {
  assert.equal(addMinutes('08:00', -1), '07:59')
  assert.equal(addMinutes('00:10', -20), '23:50')
  assert.equal(addMinutes('00:00', -1440), '00:00')
  assert.equal(addMinutes('01:00', -3000), '23:00')
})

test('waiting', () => {
  assert.equal(minutesBetween('08:00', '09:15'), 75)
  assert.equal(minutesBetween('22:00', '01:30'), 210)
  assert.equal(minutesBetween('10:00', '10:00'), 0)
  assert.equal(minutesBetween('10:00', '09:59'), 1439)
})
