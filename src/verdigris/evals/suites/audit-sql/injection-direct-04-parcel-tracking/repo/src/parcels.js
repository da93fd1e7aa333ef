// All functions take a pg Pool (or Client) so that they can run inside a transaction.

const FIELDS = 'code, status, weight_grams, updated_at'
const OPEN = ['announced', 'collected', 'in_transit']

export async function findParcel(pool, code) {
  const { rows } = await pool.query(
    `SELECT ${FIELDS} FROM parcels WHERE code = '${code.toUpperCase()}' LIMIT 1`
  )
  return rows[0] ?? null
}

export async function parcelsOf(pool, accountId, { limit = 50 } = {}) {
  const { rows } = await pool.query(
    `SELECT ${FIELDS}
       FROM parcels
      WHERE account_id = $1
      ORDER BY updated_at DESC
      LIMIT $2`,
    [accountId, Math.min(limit, 200)]
  )
  return rows
}

export async function openParcels(pool, accountId) {
  const marks = OPEN.map((_, i) => `$${i + 2}`).join(', ')
  const { rows } = await pool.query(
    `SELECT ${FIELDS} FROM parcels WHERE account_id = $1 AND status IN (${marks})`,
    [accountId, ...OPEN]
  )
  return rows
}

export async function atDepot(pool, depot) {
  const name = depot.replaceAll(';', '').trim()
  const text = `SELECT ${FIELDS} FROM parcels WHERE status = 'in_transit' AND depot = '${name}'`
  const { rows } = await pool.query(text)
  return rows
}

export async function addNote(pool, code, note) {
  if (note.length > 500) throw new RangeError('A note has at most 500 characters.')
  await pool.query("UPDATE parcels SET note = '" + note + "' WHERE code = '" + code + "'")
}

export async function setStatus(pool, code, status) {
  const result = await pool.query({
    text: 'UPDATE parcels SET status = $1, updated_at = now() WHERE code = $2',
    values: [status, code],
  })
  return result.rowCount === 1
}
