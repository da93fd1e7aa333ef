const ROWS = 'ABCDEF'

export function signOf(number) {
  return `${ROWS[Math.floor((number - 1) / 10)]}${((number - 1) % 10) + 1}`
}

export function numberOf(sign) {
  return ROWS.indexOf(sign[0]) * 10 + Number(sign.slice(1))
}
