import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sessions } from '../src/sessions.js'

// With a database: TEST_DATABASE_URL=... npm test
async function emptyTables(client) {
  await client.query('DELETE FROM sessions')
  await client.query('UPDATE accounts SET changed_at = NULL')
}

test('a token is long enough', async () => {
  const asked = []
  const client = { query: async (text) => (asked.push(text), { rows: [], rowCount: 0 }) }
  await emptyTables(client)
  const token = await new Sessions(client).open(1)
  assert.equal(token.length, 32)
  assert.equal(asked.length, 3)
})
