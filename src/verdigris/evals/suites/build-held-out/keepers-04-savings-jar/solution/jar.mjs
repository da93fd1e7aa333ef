/** A jar in which somebody saves for a wanted amount. */
export class SavingsJar {
  #wanted;
  #content = 0;

  constructor(wanted) {
    this.#wanted = wanted;
  }

  /** Put money in. */
  put(amount) {
    this.#content += amount;
  }

  /** Take money out; throws when there is not enough. */
  take(amount) {
    if (amount > this.#content) {
      throw new Error(`there are only ${this.#content} in the jar`);
    }
    this.#content -= amount;
  }

  /** How much is in the jar. */
  content() {
    return this.#content;
  }

  /** How much is still needed, never less than 0. */
  missing() {
    return Math.max(0, this.#wanted - this.#content);
  }
}
