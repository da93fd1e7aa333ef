/** The queue of customers in a bakery. */
export class BakeryQueue {
  #names = [];

  /** Put a customer at the end; returns how many stand before them. */
  join(name) {
    if (!this.#names.includes(name)) {
      this.#names.push(name);
    }
    return this.#names.indexOf(name);
  }

  /** Take a customer out of the queue. */
  leave(name) {
    this.#names = this.#names.filter((other) => other !== name);
  }

  /** Remove the customer at the front and return the name, null when nobody waits. */
  call() {
    return this.#names.shift() ?? null;
  }
}
