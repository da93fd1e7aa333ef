const FORTH = { '\\': '\\\\', '\n': '\\n', '|': '\\p' }
const BACK = { '\\': '\\', n: '\n', p: '|' }

export function escapeField(text) {
  return text.replace(/[\\\n|]/g, (char) => FORTH[char])
}

export function unescapeField(text) {
  return text.replace(/\\([\\np])/g, (_, char) => BACK[char])
}

export function joinFields(fields) {
  return fields.map(escapeField).join('|')
}

export function splitFields(line) {
  return line.split('|').map(unescapeField)
}
