const STEP = 100

/**
 * Order numbers that keep the order given. Pages that have one keep it, and a new page takes one between its neighbours, so that
 * a new table does not change all pages behind it; only where there is no room left all are numbered anew.
 */
export function orderNumbers<T>(inOrder: T[], knownOf: (one: T) => number | undefined): Map<T, number> {
  const known = inOrder.map(knownOf)
  const numbers = new Map<T, number>()
  let last = 0
  for (const [at, one] of inOrder.entries()) {
    const own = known[at]
    if (own !== undefined && own > last) {
      last = own
    } else {
      const next = known.slice(at + 1).find((number) => number !== undefined && number > last)
      const number = next === undefined ? last + STEP : Math.floor((last + next) / 2)
      if (number <= last) return new Map(inOrder.map((each, n) => [each, (n + 1) * STEP]))
      last = number
    }
    numbers.set(one, last)
  }
  return numbers
}
