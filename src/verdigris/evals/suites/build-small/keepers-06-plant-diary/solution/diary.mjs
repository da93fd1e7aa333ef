export class PlantDiary {
  #days = new Map()

  water(plant, day) {
    this.#days.set(plant, day)
  }

  lastDay(plant) {
    return this.#days.get(plant) ?? null
  }

  thirsty(today) {
    return [...this.#days.keys()].filter((plant) => today - this.#days.get(plant) > 3).sort()
  }
}
