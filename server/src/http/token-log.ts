import { type Call, type ErrorName, errors, Refusal } from '@sheaf/contract'
import { isId } from '@sheaf/contract/limits'
import type { Caller, Ctx, Services } from '../context.ts'

/** Reads are written in batches: a killed process loses at most this many milliseconds of them (W30). */
const FLUSH_INTERVAL_MS = 5000
const BATCH_ROWS = 200
/** The outcome of a write that has not ended. It stays if the process ends meanwhile. */
const RUNNING = -1

const idIn = (input: unknown, name: 'item_id' | 'page_id') => {
  const value = (input as Record<string, unknown>)[name]
  return isId(String(value)) ? Number(value) : 0
}

const namesPageAlone = ({ item_id, page_id, outcome }: { item_id: number; page_id: number; outcome: number }) =>
  outcome === 0 && item_id === 0 && page_id > 0

const outcomeOf = (error: unknown) => (error instanceof Refusal ? errors[error.error].code : errors.unexpected.code)

/**
 * The log of calls by token (W30). A write has its row before it begins, so that no change by a token is without one. Reads are
 * collected.
 */
export function tokenLog({ store, now, log }: Pick<Services, 'store' | 'now' | 'log'>) {
  type Row = ReturnType<typeof rowOf>
  const rowOf = (path: string, input: unknown, { grant, user, address }: Pick<Ctx, 'grant' | 'user' | 'address'>, outcome: number) => ({
    grant_id: grant?.grant_id ?? 0,
    uid: user?.uid ?? 0,
    call: path,
    item_id: idIn(input, 'item_id'),
    page_id: idIn(input, 'page_id'),
    outcome,
    address,
    addtime: now(),
  })
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined

  /** The item of a page that a successful call named alone. A refused call must not say which item has the page. */
  async function withItems(rows: Row[]): Promise<Row[]> {
    const ids = rows.filter(namesPageAlone).map(({ page_id }) => page_id)
    if (ids.length === 0) return rows
    const pages = await store.db.selectFrom('page').select(['page_id', 'item_id']).where('page_id', 'in', ids).execute()
    const items = new Map(pages.map(({ page_id, item_id }) => [page_id, item_id]))
    return rows.map((row) => (namesPageAlone(row) ? { ...row, item_id: items.get(row.page_id) ?? 0 } : row))
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    for (let at = 0; at < rows.length; at += BATCH_ROWS) {
      const batch = await withItems(rows.slice(at, at + BATCH_ROWS))
      await store.write((trx) => trx.insertInto('token_call').values(batch).execute())
    }
  }

  function collect(row: Row) {
    waiting.push(row)
    timer ??= setTimeout(
      () => void flush().catch((error: unknown) => log.error({ err: error }, 'log of tokens')),
      FLUSH_INTERVAL_MS,
    ).unref()
  }

  const logged = <T>(path: string, call: Pick<Call, 'kind'>, input: unknown, ctx: Ctx, run: () => Promise<T> | T): Promise<T> | T =>
    ctx.grant ? loggedByToken(path, call, input, ctx, run) : run()

  async function loggedByToken<T>(path: string, call: Pick<Call, 'kind'>, input: unknown, ctx: Ctx, run: () => Promise<T> | T): Promise<T> {
    if (call.kind === 'read') {
      let outcome = 0
      try {
        return await run()
      } catch (error) {
        outcome = outcomeOf(error)
        throw error
      } finally {
        collect(rowOf(path, input, ctx, outcome))
      }
    }
    const { id } = await store.write((trx) =>
      trx
        .insertInto('token_call')
        .values(rowOf(path, input, ctx, RUNNING))
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const end = async (outcome: number) => {
      // A tool that takes a name or an address knows only now which item and page it is.
      const [row] = await withItems([rowOf(path, input, ctx, outcome)])
      const { item_id = 0, page_id = 0 } = row ?? {}
      await store.write((trx) => trx.updateTable('token_call').set({ outcome, item_id, page_id }).where('id', '=', id).execute())
    }
    try {
      const result = await run()
      await end(0)
      return result
    } catch (error) {
      await end(outcomeOf(error))
      throw error
    }
  }

  /** Logs a call that the level or the items of its token do not allow. */
  const refused = (path: string, caller: Caller, address: string, error: ErrorName) =>
    collect(rowOf(path, {}, { ...caller, address }, errors[error].code))

  return { logged, refused, flush }
}
