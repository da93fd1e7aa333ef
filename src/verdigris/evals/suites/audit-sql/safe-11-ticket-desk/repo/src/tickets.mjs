import postgres from 'postgres'

const sql = postgres({ max: 5 })

export const ticket = (id) => sql`SELECT id, subject, state FROM tickets WHERE id = ${id}`.then((rows) => rows[0])

export async function search({ text, states, sort = 'created_at' }) {
  const order = ['created_at', 'priority'].includes(sort) ? sort : 'created_at'
  return sql`
    SELECT id, subject, state
      FROM tickets
     WHERE TRUE
       ${text ? sql`AND subject ILIKE ${'%' + text + '%'}` : sql``}
       ${states ? sql`AND state IN ${sql(states)}` : sql``}
     ORDER BY ${sql(order)} DESC
  `
}

export async function assign(id, agent) {
  await sql.begin(async (tx) => {
    await tx`UPDATE tickets SET agent = ${agent}, state = 'assigned' WHERE id = ${id}`
    await tx`INSERT INTO history ${tx({ ticket: id, note: `assigned to ${agent}` })}`
  })
}
