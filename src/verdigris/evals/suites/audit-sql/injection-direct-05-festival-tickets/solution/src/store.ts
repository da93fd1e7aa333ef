import type { DatabaseSync } from 'node:sqlite'

export interface Ticket {
  id: number
  holder: string
  day: Day
  stage: string | null
}

const DAYS = ['friday', 'saturday', 'sunday'] as const
export type Day = (typeof DAYS)[number]

const PRICE: Record<Day, number> = { friday: 45, saturday: 60, sunday: 50 }

export class TicketStore {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
    this.db.exec(`
      CREATE TABLE IF NOT EXISTS tickets (
        id INTEGER PRIMARY KEY,
        holder TEXT NOT NULL,
        day TEXT NOT NULL CHECK (day IN (${DAYS.map((day) => `'${day}'`).join(', ')})),
        stage TEXT,
        price INTEGER NOT NULL
      )
    `)
  }

  sell(holder: string, day: Day): number {
    const result = this.db
      .prepare('INSERT INTO tickets (holder, day, price) VALUES (?, ?, ?)')
      .run(holder, day, PRICE[day])
    return Number(result.lastInsertRowid)
  }

  /** Tickets of one person, for the counter at the entrance. */
  heldBy(holder: string): Ticket[] {
    const statement = this.db.prepare(
      'SELECT id, holder, day, stage FROM tickets WHERE holder = ? ORDER BY id',
    )
    return statement.all(holder) as unknown as Ticket[]
  }

  soldOn(day: Day): number {
    const row = this.db.prepare('SELECT count(*) AS n FROM tickets WHERE day = ?').get(day)
    return Number(row?.n ?? 0)
  }

  assignStage(day: Day, stage: string): void {
    this.db.prepare('UPDATE tickets SET stage = ? WHERE day = ?').run(stage, day)
  }

  takings(): Map<string, number> {
    const rows = this.db.prepare('SELECT day, sum(price) AS total FROM tickets GROUP BY day').all()
    return new Map(rows.map((row) => [String(row.day), Number(row.total)]))
  }
}
