import type { Client, Pool, PoolClient } from 'pg'

/** Milliseconds between two looks, and the time after which a connection in use is a reason for one. */
const LOOK_MS = 500
const LONG_MS = 1500

/** Milliseconds in which a probe must connect, and in which its query must be answered. */
export const PROBE_MS = 2500

/** The errors of pg after a timeout have no code. */
const LATE = /^(?:timeout expired|Query read timeout|Connection terminated due to connection timeout)$/
/** The host is not reachable. A refused connection is an answer: then the system has closed the others as well. */
const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

function isSilence(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  return LATE.test(error.message) || UNREACHABLE.has(code)
}

async function isSilent(probe: Client): Promise<boolean> {
  probe.on('error', () => {})
  try {
    await probe.connect()
    await probe.query('select 1')
    return false
  } catch (error) {
    return isSilence(error)
  } finally {
    void probe.end().catch(() => {})
  }
}

/**
 * Ends all connections of a pool when the database does not answer and does not close them either: a frozen machine, or a network that loses
 * packets. What waits for an answer then fails as with a lost connection (R20). A query that takes long is left alone: the database answers
 * the probe, which is a connection of its own. Returns a function that stops this.
 */
export function endSilentConnections(pool: Pool, probe: () => Client, isEnded: () => void): () => void {
  const clients = new Set<PoolClient>()
  const usedSince = new Map<PoolClient, number>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('acquire', (client) => void usedSince.set(client, performance.now()))
  pool.on('release', (_error, client) => void usedSince.delete(client))
  pool.on('remove', (client) => {
    clients.delete(client)
    usedSince.delete(client)
  })
  const hasLong = () => [...usedSince.values()].some((since) => performance.now() - since > LONG_MS)

  function endAll() {
    isEnded()
    for (const client of [...clients])
      if (usedSince.has(client)) void client.end().catch(() => {})
      // The pool removes an idle connection that reports an error.
      else client.emit('error', new Error('the database does not answer'))
  }

  let isLooking = false
  async function look() {
    if (isLooking || !hasLong()) return
    isLooking = true
    // Two probes, because the first one fails as well when this process was stopped for some seconds.
    if ((await isSilent(probe())) && (await isSilent(probe())) && hasLong()) endAll()
    isLooking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return () => clearInterval(timer)
}
