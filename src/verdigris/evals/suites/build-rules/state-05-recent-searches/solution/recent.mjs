export class RecentSearches {
  #searches = []

  constructor(most) {
    this.most = most
  }

  add(text) {
    const others = this.#searches.filter((search) => search !== text)
    this.#searches = [text, ...others].slice(0, this.most)
  }

  list() {
    return [...this.#searches]
  }
}
