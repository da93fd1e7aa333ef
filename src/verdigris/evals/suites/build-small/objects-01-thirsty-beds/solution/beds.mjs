export function thirstyBeds(beds) {
  return beds.filter((bed) => bed.dry).map((bed) => bed.name).sort()
}
