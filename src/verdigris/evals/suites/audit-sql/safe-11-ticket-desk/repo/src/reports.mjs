import { Prisma, PrismaClient } from '@prisma/client'

const prisma = new PrismaClient()

export function perAgent(since, team) {
  const condition = team ? Prisma.sql`AND a.team = ${team}` : Prisma.empty
  return prisma.$queryRaw`
    SELECT a.name, count(*) AS closed
      FROM tickets t JOIN agents a ON a.id = t.agent
     WHERE t.closed_at >= ${since} ${condition}
     GROUP BY a.name`
}

export async function close(ids) {
  const count = await prisma.$executeRaw`UPDATE tickets SET state = 'closed' WHERE id IN (${Prisma.join(ids)})`
  return `update: ${count} tickets closed from ${ids.length} where possible`
}

export const oldest = () =>
  prisma.$queryRawUnsafe('SELECT id FROM tickets WHERE state = $1 ORDER BY created_at LIMIT 1', 'open')
