const decode = (text) => decodeURIComponent(text.replaceAll('+', ' '))

export function parseQuery(text) {
  const found = {}
  for (const piece of text.replace(/^\?/, '').split('&')) {
    if (!piece) continue
    const at = piece.indexOf('=')
    const name = decode(at < 0 ? piece : piece.slice(0, at))
    const value = at < 0 ? '' : decode(piece.slice(at + 1))
    if (!Object.hasOwn(found, name)) found[name] = value
    else found[name] = [].concat(found[name], value)
  }
  return found
}
