import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

/** Milliseconds until a lost connection is tried again. */
const RECONNECT_DELAY_MS = 1000

/** Something that a process says of itself for as long as it runs: what it is about, and a number of 31 bits. */
export interface Announcement {
  about: number
  value: number
  isOurs: boolean
}

/**
 * What several processes on one PostgreSQL tell one another by its advisory locks, on a connection of its own that stays: what this
 * process holds is free again in the moment it ends, however it ends, and no clock is needed to know.
 */
export interface AdvisoryLocks {
  /** The right to do what has this name, alone of all processes; undefined while another one has it. In one process it is had twice. */
  take: (name: string) => Promise<(() => Promise<void>) | undefined>
  show: (about: number, value: number) => Promise<void>
  shown: () => Promise<Announcement[]>
  close: () => Promise<void>
}

const ANNOUNCE_SQL = 'select pg_advisory_lock_shared($1::int, $2::int)'
/** What processes of this database say. */
export const ANNOUNCEMENTS_SQL = `select classid::bigint::int as about, objid::bigint::int as value, pid = pg_backend_pid() as "isOurs" from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and mode = 'ShareLock'
  and database = (select oid from pg_database where datname = current_database())`

/** So that the database knows within a minute that the machine at the other end is gone. */
const STAYS = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set idle_session_timeout = 0'

export function openAdvisoryLocks(connect: () => Client): AdvisoryLocks {
  const says: [number, number][] = []
  let line: Promise<Client> | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** The connection, made when it is first needed; what this process says is said again on a new one. */
  async function open(): Promise<Client> {
    const client = connect()
    let isReady = false
    // What was held is free: the database cannot tell a broken line from the end of the process.
    const lost = () => {
      if (!isReady) return
      isReady = false
      line = undefined
      if (!isClosed && says.length > 0) void again()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    await client.query(STAYS)
    for (const one of says) await client.query(ANNOUNCE_SQL, one)
    isReady = true
    return client
  }
  function connected(): Promise<Client> {
    line ??= open()
    const mine = line
    mine.catch(() => {
      if (line === mine) line = undefined
    })
    return mine
  }
  async function again(): Promise<void> {
    while (!isClosed) {
      await wait(RECONNECT_DELAY_MS, undefined, { ref: false })
      const isThere = await connected().then(
        () => true,
        () => false,
      )
      if (isThere) return
    }
  }

  /** One question after another, as a connection answers them. */
  function ask<Row extends object>(client: Client, text: string, values: unknown[] = []): Promise<Row[]> {
    const answer = last.then(async () => (await client.query<Row>(text, values)).rows)
    last = answer.catch(() => {})
    return answer
  }

  return {
    async take(name) {
      const client = await connected()
      const [row] = await ask<{ taken: boolean }>(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name])
      if (!row?.taken) return undefined
      // On a line that broke meanwhile there is nothing to give back.
      return async () => void (await ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {}))
    },
    async show(about, value) {
      const client = await connected()
      says.push([about, value])
      await ask(client, ANNOUNCE_SQL, [about, value])
    },
    shown: async () => ask<Announcement>(await connected(), ANNOUNCEMENTS_SQL),
    async close() {
      isClosed = true
      await (await line?.catch(() => undefined))?.end()
    },
  }
}
