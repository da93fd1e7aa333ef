export function withDefaults(options, defaults) {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}
