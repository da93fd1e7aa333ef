import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PlantDiary } from './diary.mjs'

test('the last day', () => {
  const diary = new PlantDiary()
  diary.water('fern', 2)
  diary.water('ivy', 3)
  diary.water('fern', 6)
  assert.equal(diary.lastDay('fern'), 6)
  assert.equal(diary.lastDay('ivy'), 3)
})

test('never watered', () => {
  const diary = new PlantDiary()
  diary.water('fern', 2)
  assert.equal(diary.lastDay('cactus'), null)
})

test('the example', () => {
  const diary = new PlantDiary()
  diary.water('fern', 5)
  assert.deepEqual(diary.thirsty(8), [])
  assert.deepEqual(diary.thirsty(9), ['fern'])
})

test('several plants', () => {
  const diary = new PlantDiary()
  diary.water('palm', 1)
  diary.water('ivy', 9)
  diary.water('basil', 4)
  assert.deepEqual(diary.thirsty(10), ['basil', 'palm'])
})

test('watered again', () => {
  const diary = new PlantDiary()
  diary.water('palm', 1)
  diary.water('ivy', 1)
  assert.deepEqual(diary.thirsty(7), ['ivy', 'palm'])
  diary.water('palm', 7)
  assert.deepEqual(diary.thirsty(8), ['ivy'])
})
