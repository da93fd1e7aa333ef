export class Bus {
  #handlers = new Map()

  on(name, handler) {
    const entry = { handler }
    if (!this.#handlers.has(name)) this.#handlers.set(name, new Set())
    this.#handlers.get(name).add(entry)
    return () => {
      this.#handlers.get(name).delete(entry)
    }
  }

  once(name, handler) {
    const off = this.on(name, (...values) => {
      off()
      handler(...values)
    })
    return off
  }

  emit(name, ...values) {
    const errors = []
    let called = 0
    for (const { handler } of [...(this.#handlers.get(name) ?? [])]) {
      called += 1
      try {
        handler(...values)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length) throw errors[0]
    return called
  }
}
