export function safeName(title) {
  return title.replace(/[/\\:*?]/g, '_').trim() || 'untitled'
}
