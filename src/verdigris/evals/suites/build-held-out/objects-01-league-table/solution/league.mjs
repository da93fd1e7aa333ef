/** The table of a handball league: most points first, then by name. */
export function standings(games) {
  const points = new Map();
  const give = (team, won) => points.set(team, (points.get(team) ?? 0) + won);
  for (const { home, away, homeGoals, awayGoals } of games) {
    const difference = Math.sign(homeGoals - awayGoals);
    give(home, 1 + difference);
    give(away, 1 - difference);
  }
  return [...points]
    .map(([team, total]) => ({ team, points: total }))
    .sort((a, b) => b.points - a.points || (a.team < b.team ? -1 : 1));
}
