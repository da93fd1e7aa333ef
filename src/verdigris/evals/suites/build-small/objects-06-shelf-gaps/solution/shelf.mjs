export function missingVolumes(present, last) {
  const missing = []
  for (let volume = 1; volume <= last; volume++) {
    if (!present.includes(volume)) missing.push(volume)
  }
  return missing
}
