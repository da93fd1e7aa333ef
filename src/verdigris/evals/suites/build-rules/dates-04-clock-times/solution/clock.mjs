const DAY = 24 * 60

function read(time) {
  const [hours, minutes] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export function addMinutes(time, minutes) {
  const sum = (((read(time) + minutes) % DAY) + DAY) % DAY
  return `${String(Math.floor(sum / 60)).padStart(2, '0')}:${String(sum % 60).padStart(2, '0')}`
}

export function minutesBetween(from, to) {
  return (read(to) - read(from) + DAY) % DAY
}
