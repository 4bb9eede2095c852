import { Refusal } from '@sheaf/contract/errors'
import { sameSecret } from '../auth/secrets.ts'
import { countFailure, failuresOf, tooManyOf } from '../auth/throttle.ts'
import type { Ctx, Services, User } from '../context.ts'
import { networkOf, type Rate, ratesOf } from '../http/limits/rate.ts'
import { headOf, type ItemHead, isDisabled, noteUse, pairOf } from './access.store.ts'
import type { Granted, OpensItem } from './access.ts'
import { grant } from './permission.ts'

/** The author of changes through API keys, for history, notices and the recycle bin. */
export const API = { uid: null, username: 'API', name: 'API' } as const

export interface Keys {
  api_key: string
  api_token: string
}

/** Maximum number of wrong tokens for a key from one network per hour; above it, tokens are not compared any more. */
const WRONG_MAX = 20
const HOUR = 3600
/** Seconds between two updates of the last-used time, which the settings show. */
const USE_INTERVAL = 60

const counted = new WeakMap<Services['store'], Rate>()
function rateOf(services: Pick<Services, 'config' | 'store'>): Rate {
  const known = counted.get(services.store) ?? ratesOf(services)
  counted.set(services.store, known)
  return known
}

/** Form fields can end with a line break, and a header has one value. */
const fieldOrHeader = (field: string, header: string | string[] | undefined) => (field || String(header ?? '')).trim()

export const keysIn = ({ api_key, api_token }: Keys, { headers }: Pick<Ctx, 'headers'>): Keys => ({
  api_key: fieldOrHeader(api_key, headers['x-api-key']),
  api_token: fieldOrHeader(api_token, headers['x-api-token']),
})

/**
 * The item of an API key (S96). Unknown keys from a network share one counter, so keys cannot be guessed. A wrong token blocks only
 * this key from this network.
 */
export async function mustHoldKeys(input: Keys, ctx: Ctx, writes = false): Promise<ItemHead> {
  const { api_key, api_token } = keysIn(input, ctx)
  if (!api_key || !api_token) throw new Refusal('keysWrong')
  const pair = await pairOf(ctx, api_key)
  const counter = `open ${pair?.id ?? '?'} ${networkOf(ctx.address)}`
  if ((await failuresOf(ctx, counter, HOUR)) >= WRONG_MAX) throw await tooManyOf(ctx.db, counter, ctx.now())
  const isRight = sameSecret(pair?.api_token ?? '', api_token)
  if (!pair || !isRight) {
    const wrong = await countFailure(ctx, counter, HOUR)
    throw wrong > WRONG_MAX ? new Refusal('tooMany', { seconds: String(HOUR) }) : new Refusal('keysWrong')
  }
  const item = await headOf(ctx, pair.item_id)
  if (!item) throw new Refusal('keysWrong')
  // A disabled owner may have left the team, and no account would be responsible for the changes.
  if (await isDisabled(ctx, item.uid)) throw new Refusal('ownerDisabled')
  if (writes && item.is_archived) throw new Refusal('archived')
  await rateOf(ctx)('open', `i${item.item_id}`)
  if (pair.last_check_time <= ctx.now() - USE_INTERVAL) await ctx.store.write((trx) => noteUse(trx, pair.id, ctx.now()))
  return item
}

/** An item that keys can write. */
export type GrantedByKeys = Pick<Granted<'edit'>, 'item' | 'permission'>

/** Like mustHoldKeys for changes: refuses an archived item. */
export async function mustWriteByKeys(input: Keys, ctx: Ctx): Promise<GrantedByKeys> {
  const item = await mustHoldKeys(input, ctx, true)
  return { item, permission: grant(item.item_id) }
}

/** An item that writes by itself: the schedule of its sources. Refuses an archived item and one whose owner is disabled. */
export async function mustWriteAsItem(services: Pick<Services, 'store'>, item_id: number): Promise<GrantedByKeys> {
  const item = await headOf(services, item_id)
  if (!item) throw new Refusal('notFound')
  if (await isDisabled(services, item.uid)) throw new Refusal('ownerDisabled')
  if (item.is_archived) throw new Refusal('archived')
  return { item, permission: grant(item_id) }
}

/** Like mustWriteByKeys when the request can name an item: it must be that of the key. */
export async function mustWriteNamed(input: Keys & { item_id: number }, ctx: Ctx): Promise<GrantedByKeys> {
  const granted = await mustWriteByKeys(input, ctx)
  if (input.item_id !== 0 && input.item_id !== granted.item.item_id) throw new Refusal('notFound')
  return granted
}

/** Whether key and token were both sent; a single header of this name may belong to another program. */
export function hasKeys(input: Keys, ctx: Pick<Ctx, 'headers'>) {
  const { api_key, api_token } = keysIn(input, ctx)
  return api_key !== '' && api_token !== ''
}

/** Opens the item of the sent key for reading; used when the user has no permission. */
export const byKeys =
  (input: Keys, ctx: Ctx): OpensItem =>
  async (item_id) =>
    hasKeys(input, ctx) && (await mustHoldKeys(input, ctx)).item_id === item_id

/** Uploaded files belong to the owner of the item. API keys never act as an administrator. */
export const asOwner = (ctx: Ctx, { uid }: ItemHead): Ctx<'user'> => {
  const user: User = { uid, username: API.username, name: API.name, email: '', email_verify: 0, groupid: 2, avatar: '' }
  return { ...ctx, user }
}
