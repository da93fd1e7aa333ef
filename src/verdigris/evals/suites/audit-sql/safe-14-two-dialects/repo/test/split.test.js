import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { batches, run } from '../src/split.js'

const script = (name) => readFileSync(new URL(`../scripts/${name}/setup.sql`, import.meta.url), 'utf8')

test('both scripts are cut', async () => {
  assert.equal(batches(script('mssql'), 'mssql').length, 3)
  const asked = []
  await run({ query: async (text) => asked.push(text) }, script('mysql'), 'mysql')
  assert.ok(asked.some((text) => text.includes('CREATE PROCEDURE') && text.endsWith('END ')))
})
