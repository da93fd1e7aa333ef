export class LapBoard {
  #times = new Map()

  add(runner, seconds) {
    this.#times.set(runner, [...this.#of(runner), seconds])
  }

  count(runner) {
    return this.#of(runner).length
  }

  best(runner) {
    return this.count(runner) === 0 ? null : Math.min(...this.#of(runner))
  }

  #of(runner) {
    return this.#times.get(runner) ?? []
  }
}
