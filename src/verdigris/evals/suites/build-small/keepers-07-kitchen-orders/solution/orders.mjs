export class Orders {
  #dishes = []

  add(dish) {
    this.#dishes.push(dish)
  }

  next() {
    return this.#dishes.shift() ?? null
  }

  waiting() {
    return this.#dishes.length
  }
}
