/** A least-recently-used cache, limited by the number of bytes that the caller states. */
export class Lru<T> {
  readonly #kept = new Map<string, { value: T; bytes: number }>()
  readonly #limit: number
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): T | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  set(key: string, value: T, bytes: number) {
    this.delete(key)
    this.#kept.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#limit || this.#kept.size === 1) break
      this.delete(oldest)
    }
  }

  delete(key: string) {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}

/** A cache for each owner, such as the database whose numbers are the keys. */
export function lruOf<T>(limit: number): (owner: object) => Lru<T> {
  const caches = new WeakMap<object, Lru<T>>()
  return (owner) => {
    const known = caches.get(owner) ?? new Lru<T>(limit)
    caches.set(owner, known)
    return known
  }
}
