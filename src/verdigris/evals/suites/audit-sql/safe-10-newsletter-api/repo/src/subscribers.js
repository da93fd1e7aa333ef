import { TABLES, SUBSCRIBER_FIELDS } from './names.js'

const SORTABLE = Object.freeze({ email: 'email', joined: 'joined_at', opens: 'open_count' })
const EDITABLE = ['email', 'name', 'language']

/** Any mix of filters; every value gets the next number. */
export async function findSubscribers(pool, filters = {}) {
  const values = []
  const bind = (value) => {
    values.push(value)
    return `$${values.length}`
  }
  const conditions = ['deleted_at IS NULL']
  if (filters.language) conditions.push(`language = ${bind(filters.language)}`)
  if (filters.text) conditions.push(`(email ILIKE ${bind(`%${filters.text}%`)} OR name ILIKE $${values.length})`)
  if (filters.tags?.length) conditions.push(`tags && ${bind(filters.tags)}::text[]`)

  const order = SORTABLE[filters.sort] ?? SORTABLE.email
  const direction = filters.direction === 'desc' ? 'DESC' : 'ASC'
  const limit = Math.min(Number(filters.limit) || 50, 500)

  const sql = `
    SELECT ${SUBSCRIBER_FIELDS.join(', ')}
      FROM ${TABLES.subscribers}
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} ${direction} NULLS LAST
     LIMIT ${limit}`
  const { rows } = await pool.query(sql, values)
  return rows
}

export async function addSubscribers(pool, people) {
  const values = people.flatMap(({ email, name }) => [email, name])
  const rows = people.map((_, i) => `($${2 * i + 1}, $${2 * i + 2})`).join(', ')
  await pool.query(
    `INSERT INTO ${TABLES.subscribers} (email, name) VALUES ${rows} ON CONFLICT (email) DO NOTHING`,
    values
  )
}

export async function editSubscriber(pool, id, changes) {
  const fields = EDITABLE.filter((field) => field in changes)
  if (fields.length === 0) return false
  const assignments = fields.map((field, i) => `${field} = $${i + 2}`).join(', ')
  const result = await pool.query(
    `UPDATE ${TABLES.subscribers} SET ${assignments} WHERE id = $1`,
    [id, ...fields.map((field) => changes[field])]
  )
  return result.rowCount === 1
}

export async function forget(pool, emails) {
  const { rowCount } = await pool.query('DELETE FROM subscribers WHERE email = ANY ($1)', [emails])
  console.log(`DELETE FROM subscribers WHERE email IN (${emails.length} addresses): ${rowCount} rows`)
  return rowCount
}
