import { Refusal } from '@sheaf/contract'
import { sameSecret } from '../auth/secrets.ts'
import { countFailure, failuresOf } from '../auth/throttle.ts'
import type { Ctx, Services, User } from '../context.ts'
import { type Rate, ratesOf } from '../http/limits/rate.ts'
import { headOf, type ItemHead, isDisabled, noteUse, pairOf } from './access.store.ts'
import type { Opens } from './access.ts'

/** Whoever writes with a pair: history, notices and the recycle bin say so. */
export const API = { uid: null, username: 'API', name: 'API' } as const

export interface Keys {
  api_key: string
  api_token: string
}

/** Wrong tokens of a pair from one address, in an hour; then nothing is compared any more. */
const WRONG_MAX = 20
const HOUR = 3600
/** The settings say when a pair was last used; to the minute is enough. */
const NOTED_EVERY = 60

const counted = new WeakMap<Services['store'], Rate>()
function rateOf(house: Pick<Services, 'config' | 'store'>): Rate {
  const known = counted.get(house.store) ?? ratesOf(house)
  counted.set(house.store, known)
  return known
}

/** A form may end with a line end, and a header has one value. */
const given = (field: string, header: string | string[] | undefined) => (field || String(header ?? '')).trim()

export const keysIn = ({ api_key, api_token }: Keys, { headers }: Pick<Ctx, 'headers'>): Keys => ({
  api_key: given(api_key, headers['x-api-key']),
  api_token: given(api_token, headers['x-api-token']),
})

/**
 * The item that this pair is for (S96). Unknown keys of an address share one counter: nobody finds one by trying, and whoever
 * has the right pair is not held up by a neighbour's old one.
 */
export async function mustHoldKeys(input: Keys, ctx: Ctx, writes = false): Promise<ItemHead> {
  const { api_key, api_token } = keysIn(input, ctx)
  if (!api_key || !api_token) throw new Refusal('keysWrong')
  const pair = await pairOf(ctx, api_key)
  const counter = `open ${pair?.id ?? '?'} ${ctx.address}`
  if ((await failuresOf(ctx, counter, HOUR)) >= WRONG_MAX) throw new Refusal('tooMany', { seconds: String(HOUR) })
  const isRight = sameSecret(pair?.api_token ?? '', api_token)
  if (!pair || !isRight) {
    const wrong = await countFailure(ctx, counter, HOUR)
    throw wrong > WRONG_MAX ? new Refusal('tooMany', { seconds: String(HOUR) }) : new Refusal('keysWrong')
  }
  const item = await headOf(ctx, pair.item_id)
  if (!item) throw new Refusal('keysWrong')
  // Whoever left may know the pair, and nobody answers for what it writes.
  if (await isDisabled(ctx, item.uid)) throw new Refusal('ownerDisabled')
  if (writes && item.is_archived) throw new Refusal('archived')
  await rateOf(ctx)('open', `i${item.item_id}`)
  if (pair.last_check_time <= ctx.now() - NOTED_EVERY) await ctx.store.write((trx) => noteUse(trx, pair.id, ctx.now()))
  return item
}

/** The same for what changes something: archived items are only read. */
export const mustWriteByKeys = (input: Keys, ctx: Ctx): Promise<ItemHead> => mustHoldKeys(input, ctx, true)

/** The same where the item may be named as well: it is that of the pair, or nothing. */
export async function mustWriteNamed(input: Keys & { item_id: number }, ctx: Ctx): Promise<ItemHead> {
  const item = await mustWriteByKeys(input, ctx)
  if (input.item_id !== 0 && input.item_id !== item.item_id) throw new Refusal('notFound')
  return item
}

/** Whether a whole pair was sent; of half a one nothing is looked at, for a header of this name may be another program's. */
export function hasKeys(input: Keys, ctx: Pick<Ctx, 'headers'>) {
  const { api_key, api_token } = keysIn(input, ctx)
  return api_key !== '' && api_token !== ''
}

/** Opens the item of the pair that was sent, for reading: asked where a reader has no right of their own. */
export const byKeys =
  (input: Keys, ctx: Ctx): Opens =>
  async (item_id) =>
    hasKeys(input, ctx) && (await mustHoldKeys(input, ctx)).item_id === item_id

/** Files have an owner: that of the item. A program is never an administrator. */
export const asOwner = (ctx: Ctx, { uid }: ItemHead): Ctx<'user'> => {
  const user: User = { uid, username: API.username, name: API.name, email: '', email_verify: 0, groupid: 2, avatar: '' }
  return { ...ctx, user }
}
