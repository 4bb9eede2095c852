import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

/** Delay in milliseconds before a lost connection is retried. */
const RECONNECT_DELAY_MS = 1000

/** A value that a process publishes while it runs: its topic and a 31-bit number. */
export interface Announcement {
  about: number
  value: number
  isOurs: boolean
}

/**
 * Communication between several processes on one PostgreSQL through advisory locks, on a dedicated long-lived connection. The database
 * releases them as soon as a process ends, also after a crash, and no clock is involved.
 */
export interface AdvisoryLocks {
  /** Takes an exclusive lock and returns its release; undefined while another process has it. One process can take the same lock twice. */
  take: (name: string) => Promise<(() => Promise<void>) | undefined>
  show: (about: number, value: number) => Promise<void>
  shown: () => Promise<Announcement[]>
  /** Gives up the connection, because the database does not answer on it; the next use opens another one. */
  renew: () => void
  close: () => Promise<void>
}

const ANNOUNCE_SQL = 'select pg_advisory_lock_shared($1::int, $2::int)'
/** The announcements of all processes on this database. */
export const ANNOUNCEMENTS_SQL = `select classid::bigint::int as about, objid::bigint::int as value, pid = pg_backend_pid() as "isOurs" from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and mode = 'ShareLock'
  and database = (select oid from pg_database where datname = current_database())`

/** Keepalive settings that make the database notice an unreachable client within a minute. */
const CONNECTION_SETTINGS =
  'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set idle_session_timeout = 0'

export function openAdvisoryLocks(connect: () => Client): AdvisoryLocks {
  const announcements: [number, number][] = []
  let connection: Promise<Client> | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** Opens the connection on first use, and repeats the announcements on a new one. */
  async function open(): Promise<Client> {
    const client = connect()
    let isReady = false
    // The database has released the locks: it cannot distinguish a broken connection from the end of the process.
    const lost = () => {
      if (!isReady) return
      isReady = false
      connection = undefined
      if (!isClosed && announcements.length > 0) void reconnect()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    await client.query(CONNECTION_SETTINGS)
    for (const announcement of announcements) await client.query(ANNOUNCE_SQL, announcement)
    isReady = true
    return client
  }
  function connected(): Promise<Client> {
    connection ??= open()
    const attempt = connection
    attempt.catch(() => {
      if (connection === attempt) connection = undefined
    })
    return attempt
  }
  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await wait(RECONNECT_DELAY_MS, undefined, { ref: false })
      const isThere = await connected().then(
        () => true,
        () => false,
      )
      if (isThere) return
    }
  }

  /** Queues the queries, because a connection runs one at a time. */
  function query<Row extends object>(client: Client, text: string, values: unknown[] = []): Promise<Row[]> {
    const answer = last.then(async () => (await client.query<Row>(text, values)).rows)
    last = answer.catch(() => {})
    return answer
  }

  return {
    async take(name) {
      const client = await connected()
      const [row] = await query<{ taken: boolean }>(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name])
      if (!row?.taken) return undefined
      // If the connection broke meanwhile, the database has released the lock already.
      return async () => void (await query(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {}))
    },
    async show(about, value) {
      const client = await connected()
      announcements.push([about, value])
      await query(client, ANNOUNCE_SQL, [about, value])
    },
    shown: async () => query<Announcement>(await connected(), ANNOUNCEMENTS_SQL),
    renew() {
      void connection?.then(
        (client) => {
          client.emit('error', new Error('the database does not answer'))
          void client.end().catch(() => {})
        },
        () => {},
      )
    },
    async close() {
      isClosed = true
      await (await connection?.catch(() => undefined))?.end()
    },
  }
}
