/*
 * What this browser keeps for us. Its store may be full, switched off or forbidden, and then every access throws: a value that cannot
 * be read is not there, one that cannot be written is not kept, and no screen goes down with it.
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
    /** False when it could not be kept. */
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
        // A closed store holds nothing.
      }
    },
    keys(): string[] {
      try {
        return Object.keys(open())
      } catch {
        return []
      }
    },
    /** What was kept as JSON; undefined for anything else. */
    readJson(key: string): unknown {
      try {
        return JSON.parse(open().getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
  }
}

/** For this browser, until it is cleared. */
export const stored = storeOf(() => localStorage)
/** For this tab, until it is closed. */
export const storedInTab = storeOf(() => sessionStorage)
