import { Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { limitOf, type Rate, rates } from './rate.ts'

/** Of wide limits this share is counted in one statement: reading pages does not write a row each time. */
const SHARE = 50
const SHARED_WINDOWS_MAX = 20_000

/**
 * One statement for all processes, by the clock of the database; prepared, since it is asked as often as any read. Rows that have run
 * out begin anew.
 */
const COUNT = `insert into rate as r (name, count, until) values (?, ?::int, extract(epoch from now()) * 1000 + ?::int * 1000)
  on conflict (name) do update set
    count = case when r.until > extract(epoch from now()) * 1000 then r.count + excluded.count else excluded.count end,
    until = case when r.until > extract(epoch from now()) * 1000 then r.until else excluded.until end
  returning count, until - (extract(epoch from now()) * 1000)::bigint as rest`

interface Window {
  /** Of all processes, when it was asked last. */
  known: number
  /** Here since then. */
  untold: number
  until: number
}

/**
 * Limits that hold over several processes. Those below a hundred are counted one by one; of wider ones a process may let as many more
 * pass as it has not told yet, a fiftieth of the limit, and never refuses too early.
 */
export function sharedRates({ config, store }: Pick<Services, 'config' | 'store'>): Rate {
  const windows = new Map<string, Window>()

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key)
    if (known && known.until > now) return known
    if (windows.size >= SHARED_WINDOWS_MAX) windows.delete(windows.keys().next().value as string)
    windows.delete(key)
    // The first call asks what others have counted.
    const fresh = { known: 0, untold: 0, until: 0 }
    windows.set(key, fresh)
    return fresh
  }

  async function ask(key: string, window: Window, seconds: number) {
    const told = window.untold
    window.untold = 0
    const [row] = await store.hot<{ count: number; rest: number }>(COUNT, [key, told, seconds])
    if (!row) return
    window.known = Math.max(window.known, row.count)
    window.until = performance.now() + row.rest
    return row.count
  }

  return async (call, who) => {
    const limit = limitOf(call, config)
    if (!limit) return
    const { path, most, seconds, isWide } = limit
    const now = performance.now()
    const window = windowOf(`${path} ${who}`, now)
    const refuse = () => {
      throw new Refusal('tooMany', { seconds: String(Math.max(1, Math.ceil((window.until - performance.now()) / 1000))) })
    }
    // Whoever is refused already costs the database nothing.
    if (window.known > most) refuse()
    window.untold++
    const isTold = window.until === 0 || window.untold >= (isWide ? Math.floor(most / SHARE) : 1)
    const count = isTold ? await ask(`${path} ${who}`, window, seconds) : undefined
    if ((count ?? window.known + window.untold) > most) refuse()
  }
}

/** In memory where there is one process, and by rows where there may be several. */
export const ratesOf = (house: Pick<Services, 'config' | 'store'>): Rate =>
  house.store.kind === 'postgres' ? sharedRates(house) : rates(house.config)
