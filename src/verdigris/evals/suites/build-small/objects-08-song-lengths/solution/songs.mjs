export function totalLength(songs) {
  let total = 0
  for (const { minutes, seconds } of songs) total += minutes * 60 + seconds
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}
