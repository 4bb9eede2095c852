/*
 * Access to browser storage. The storage can be full, disabled or forbidden, and then every access throws. A value that cannot be
 * read counts as missing, a value that cannot be written is dropped, and no screen fails.
 */
function storeOf(open: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    /** False if the value could not be stored. */
    write(key: string, value: string): boolean {
      try {
        open().setItem(key, value)
        return true
      } catch {
        return false
      }
    },
    remove(key: string) {
      try {
        open().removeItem(key)
      } catch {
        // A storage that cannot be accessed has no such key.
      }
    },
    keys(): string[] {
      try {
        return Object.keys(open())
      } catch {
        return []
      }
    },
    /** The stored JSON value; undefined if it is missing or invalid. */
    readJson(key: string): unknown {
      try {
        return JSON.parse(open().getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
  }
}

/** Lasts until the browser's storage is cleared. */
export const stored = storeOf(() => localStorage)
/** Lasts until the tab is closed. */
export const storedInTab = storeOf(() => sessionStorage)
