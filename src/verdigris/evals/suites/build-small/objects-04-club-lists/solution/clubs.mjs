export function clubLists(pupils) {
  const lists = {}
  for (const { name, club } of pupils) {
    lists[club] ??= []
    lists[club].push(name)
  }
  return lists
}
