import type { Made } from './random-basic.ts'

type Container = Made[] | { [name: string]: Made }

/** One object or list while it is being made: where a placeholder looks for the values beside and above it. */
export class Place {
  readonly around: Place | undefined
  /** Made so far. */
  readonly out: Container
  readonly template: Container
  /** Keys asked for before their turn. */
  readonly early = new Map<string, Made>()
  /** Keys being made, which cannot stand for themselves. */
  readonly busy = new Set<string>()
  /** What is being made inside; one thing asked for early may stand above another. */
  readonly #inner: { name: string; place: Place }[] = []

  private constructor(around: Place | undefined, out: Container, template: Container) {
    this.around = around
    this.out = out
    this.template = template
  }

  static root = () => new Place(undefined, {}, {})

  enter(name: string, out: Container, template: Container) {
    const place = new Place(this, out, template)
    this.#inner.push({ name, place })
    return place
  }

  leave() {
    this.#inner.pop()
  }

  /** `@name` beside, `@/a/b` from the top, `@../name` above; undefined when nothing is there. */
  lookUp(name: string, whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    if (!name.includes('/')) return this.#beside(name, whole, make)
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    let start: Place = this
    // What is made lies in one place that is no part of it.
    if (name.startsWith('/')) while (start.around?.around) start = start.around
    while (parts[0] === '..') {
      parts.shift()
      if (start.around?.around) start = start.around
    }
    return parts.length ? start.#below(parts, whole, make) : undefined
  }

  #below(parts: string[], whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    const [name, ...rest] = parts as [string, ...string[]]
    const inner = this.#inner.findLast((one) => one.name === name)
    if (rest.length && inner) return inner.place.#below(rest, whole, make)
    let made = this.#beside(name, whole, make)
    for (const part of rest) {
      if (made === null || typeof made !== 'object' || !Object.hasOwn(made, part)) return undefined
      made = (made as { [name: string]: Made })[part]
    }
    return made
  }

  #beside(name: string, whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    if (Array.isArray(this.out)) return /^\d+$/.test(name) && whole.includes('/') ? this.out[Number(name)] : undefined
    if (Object.hasOwn(this.out, name)) return this.out[name]
    if (this.busy.has(name) || Array.isArray(this.template) || !Object.hasOwn(this.template, name)) return undefined
    const made = this.early.get(name) ?? make(this, name)
    this.early.set(name, made)
    return made
  }
}
