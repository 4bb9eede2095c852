/** The evaluated template would be larger than anybody should have to load. */
export class TooMuch extends Error {}

/** Characters of an evaluated template. */
export const OUTPUT_MAX = 2 * 1024 * 1024

/** What is left of the output. Everything that makes something takes it from here first, so nothing large is ever made. */
export class Budget {
  #left: number

  constructor(left = OUTPUT_MAX) {
    this.#left = left
  }

  take(count: number) {
    this.#left -= Math.max(count, 1)
    if (!(this.#left >= 0)) throw new TooMuch()
  }

  /** How often something is to be made, which costs at least that much. */
  times(count: unknown): number {
    const times = Math.max(0, Math.trunc(Number(count)) || 0)
    this.take(times)
    return times
  }
}
