export function underline(title) {
  const text = title.trim()
  return text && `${text}\n${'='.repeat(text.length)}`
}
