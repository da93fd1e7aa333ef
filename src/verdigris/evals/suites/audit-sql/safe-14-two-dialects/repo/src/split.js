// Cuts a script into batches: SQL Server at GO, MySQL where the DELIMITER changes.

export function batches(text, dialect) {
  if (dialect === 'mssql') {
    return text.split(/^\s*GO\s*$/im).map((part) => part.trim()).filter(Boolean)
  }
  const found = []
  let end = ';'
  let current = ''
  for (const line of text.split('\n')) {
    const change = /^DELIMITER\s+(\S+)\s*$/i.exec(line)
    if (change) {
      end = change[1]
      continue
    }
    current += `${line}\n`
    if (line.trimEnd().endsWith(end)) {
      found.push(current.trim().slice(0, -end.length))
      current = ''
    }
  }
  return current.trim() ? [...found, current.trim()] : found
}

/** `client` has query(text): mysql2 and mssql both do. The text is that of our own files. */
export async function run(client, text, dialect) {
  for (const batch of batches(text, dialect)) await client.query(batch)
}
