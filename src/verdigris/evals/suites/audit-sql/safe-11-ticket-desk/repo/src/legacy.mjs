// The old desk runs on MySQL until its archive is closed; the telephone system on PostgreSQL.
import format from 'pg-format'
import mysql from 'mysql2/promise'

const pool = mysql.createPool({ database: 'desk' })

export async function archived(table, customer) {
  const statement = `SELECT * FROM ${mysql.escapeId(table)} WHERE customer = ${mysql.escape(customer)}`
  const [rows] = await pool.query(statement)
  return rows
}

export async function archivedSince(day) {
  const [rows] = await pool.query('SELECT * FROM ?? WHERE ?? >= ?', ['old_tickets', 'closed_on', day])
  return rows
}

export async function calls(client, schema, numbers) {
  const text = format('SELECT * FROM %I.calls WHERE caller IN (%L)', schema, numbers)
  return (await client.query(text)).rows
}
