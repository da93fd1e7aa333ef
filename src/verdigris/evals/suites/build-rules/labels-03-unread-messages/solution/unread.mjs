export function unreadBadge(count) {
  if (count <= 0) return ''
  return count > 99 ? '99+' : String(count)
}
