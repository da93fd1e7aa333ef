/** Which dishes are added, removed or dearer on the new menu. */
export function menuChanges(before, after) {
  const oldNames = Object.keys(before).sort();
  const newNames = Object.keys(after).sort();
  return {
    added: newNames.filter((name) => !Object.hasOwn(before, name)),
    removed: oldNames.filter((name) => !Object.hasOwn(after, name)),
    dearer: newNames.filter((name) => Object.hasOwn(before, name) && after[name] > before[name]),
  };
}
