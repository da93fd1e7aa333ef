export function renameFields(record, names) {
  const nameOf = (field) => (Object.hasOwn(names, field) ? names[field] : field)
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [nameOf(field), value]))
}
