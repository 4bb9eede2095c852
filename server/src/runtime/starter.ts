/** Whoever started this process (scripts/start.mjs): it starts another version when this one ends with SWITCH. */
export interface Starter {
  /** The folder of the installation. */
  root: string
  /** Lets running requests end, does the last thing while the database is still open, and ends. */
  handOver: (last: () => Promise<void>) => void
}

/** How a process ends that wants to be followed by the version named in releases/state.json. */
export const SWITCH = 75

/** The folder that the starter works in, while it is there to start something else. */
export const startedIn = (env: Record<string, string | undefined>) => (process.connected ? env['SHEAF_STARTER'] : undefined)
