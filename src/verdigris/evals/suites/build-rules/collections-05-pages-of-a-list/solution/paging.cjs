function paginate(items, page, size) {
  if (!Number.isInteger(size) || size < 1) throw new RangeError(`not a size: ${size}`)
  const pages = Math.max(1, Math.ceil(items.length / size))
  const shown = Math.min(Math.max(page, 1), pages)
  return {
    items: items.slice((shown - 1) * size, shown * size),
    page: shown,
    pages,
    hasNext: shown < pages,
    hasPrevious: shown > 1,
  }
}

module.exports = { paginate }
