/* Which editors are open in other windows of this browser: each holds a lock of the browser's while it lives, a crashed one holds none. */
const PREFIX = 'sheaf.sitting.'

/** Missing where the connection is not secure; then nobody counts as alive, and their drafts are offered too. */
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Until the answered function is called. */
export function stayAlive(sitting: string): () => void {
  let end = () => {}
  void locks()
    ?.request(PREFIX + sitting, () => new Promise<void>((resolve) => (end = resolve)))
    .catch(() => {})
  return () => end()
}

export async function othersAlive(): Promise<Set<string>> {
  const found = await locks()
    ?.query()
    .catch(() => undefined)
  return new Set(found?.held?.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}
