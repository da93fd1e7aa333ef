// better-sqlite3: db.prepare(text).all(...values)

const COLUMNS = new Set(['name', 'country', 'hall', 'stand'])
const ORDERS = { name: 'name', hall: 'hall, stand', country: 'country, name' }
const PER_PAGE = 40

/** GET /exhibitors?hall=4&sort=name&dir=desc&page=2 */
export function listExhibitors(db, query) {
  const sort = query.sort || 'name'
  const dir = query.dir === 'desc' ? 'DESC' : 'ASC'
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1)
  const statement = db.prepare(`
    SELECT name, country, hall, stand
      FROM exhibitors
     WHERE hall = ?
     ORDER BY ${sort} ${dir}
     LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}
  `)
  return statement.all(query.hall)
}

/** GET /plan?order=hall */
export function floorPlan(db, query) {
  const order = ORDERS[query.order] ?? ORDERS.hall
  return db.prepare(`SELECT hall, stand, name FROM exhibitors ORDER BY ${order}`).all()
}

/** GET /exhibitors/17?fields=name,stand */
export function exhibitor(db, id, fields = 'name') {
  const columns = fields.split(',').map((field) => field.trim()).join(', ')
  return db.prepare(`SELECT ${columns} FROM exhibitors WHERE id = ?`).get(id)
}

/** The same for many, as the app asks for it. */
export function exhibitorsById(db, ids, fields) {
  const columns = fields.filter((field) => COLUMNS.has(field))
  if (columns.length === 0 || ids.length === 0) return []
  const marks = ids.map(() => '?').join(',')
  return db.prepare(`SELECT ${columns.join(', ')} FROM exhibitors WHERE id IN (${marks})`).all(...ids)
}
