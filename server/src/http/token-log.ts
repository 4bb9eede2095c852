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

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    for (let at = 0; at < rows.length; at += BATCH_ROWS)
      await store.write((trx) =>
        trx
          .insertInto('token_call')
          .values(rows.slice(at, at + BATCH_ROWS))
          .execute(),
      )
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
    const end = (outcome: number) => {
      // A tool that takes a name or an address knows only now which item and page it is.
      const { item_id, page_id } = rowOf(path, input, ctx, outcome)
      return store.write((trx) => trx.updateTable('token_call').set({ outcome, item_id, page_id }).where('id', '=', id).execute())
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
