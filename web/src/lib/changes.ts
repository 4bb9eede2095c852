import type { Client } from '@sheaf/contract/client'
import type { QueryClient } from '@tanstack/react-query'

type Module = keyof Client
type CallPath = { [M in Module]: `${M}/${keyof Client[M] & string}` }[Module]

/** The reads that are out of date after a call: all reads of a module, or one of them. A call that is not listed changes its own module. */
const changes: { readonly [path in CallPath]?: readonly (Module | CallPath)[] } = {
  'adminAgent/end': ['adminAgent', 'token'],
  'adminAgent/block': ['adminAgent', 'token'],
  'adminItem/attorn': ['adminItem', 'adminUser', 'item'],
  'adminItem/deleteItem': ['adminItem', 'adminUser', 'adminOverview', 'item'],
  'adminNotice/send': ['adminNotice', 'notice'],
  'adminSetting/saveConfig': ['adminSetting', 'adminOverview', 'common', 'publish'],
  'publish/save': ['publish'],
  'feedback/saveSettings': ['feedback', 'item/info'],
  // A note can become a comment.
  'feedback/settle': ['feedback', 'comment'],
  'adminSetting/saveOauth2Config': ['adminSetting', 'adminProvider', 'user/oauthInfo', 'user/outside'],
  'adminSetting/lookNow': ['adminSetting/ldapLook'],
  'adminProvider/save': ['adminProvider', 'adminSetting', 'user/oauthInfo', 'user/outside'],
  'adminProvider/delete': ['adminProvider', 'adminSetting', 'user/oauthInfo', 'user/outside'],
  'adminProvider/reorder': ['adminProvider', 'user/oauthInfo', 'user/outside'],
  'adminProvider/saveRule': ['adminProvider/rules'],
  'adminProvider/deleteRule': ['adminProvider/rules', 'team', 'teamMember', 'teamItemMember'],
  'adminUser/addUser': ['adminUser', 'user'],
  'adminUser/deleteUser': ['adminUser', 'user', 'team'],
  'adminUser/update': ['adminUser', 'user'],
  'ask/decide': ['ask', 'member', 'team', 'teamItem', 'teamItemMember', 'teamMember'],
  'attachment/deleteAttachment': ['attachment', 'page', 'adminOverview'],
  'attachment/deleteMyAttachment': ['attachment', 'page'],
  'catalog/arrange': ['catalog', 'item', 'page'],
  'catalog/copy': ['catalog', 'item', 'page'],
  'catalog/delete': ['catalog', 'item', 'page'],
  'catalog/save': ['catalog', 'item', 'page'],
  'import/auto': ['catalog', 'item', 'page'],
  'oauth/decide': ['token'],
  'item/pwd': ['item', 'catalog', 'page'],
  'item/resetKey': ['item/getKey'],
  'item/sort': [],
  'item/top': ['item/myList'],
  'item/update': ['item', 'page'],
  'item/visit': ['item/latest'],
  'itemGroup/delete': ['itemGroup', 'item/myList'],
  'itemGroup/save': ['itemGroup', 'item/myList'],
  'itemGroup/saveSort': [],
  'page/delete': ['catalog', 'item', 'page', 'source'],
  'page/deleteUploadFile': ['attachment', 'page'],
  'page/move': ['catalog', 'item', 'page'],
  'page/save': ['item', 'page', 'review', 'truth'],
  'recycle/recover': ['recycle', 'catalog', 'item', 'page'],
  'review/answerOffer': ['review', 'page/view', 'notice'],
  'review/flag': ['review', 'comment'],
  'review/handOn': ['review'],
  'review/saveSettings': ['review/settings', 'page/view'],
  'review/set': ['review', 'page/view', 'truth'],
  'review/verify': ['review', 'page/view', 'truth'],
  'source/add': ['source', 'console', 'catalog', 'item', 'page', 'truth'],
  'source/delete': ['source', 'console', 'catalog', 'item', 'page', 'recycle', 'truth'],
  'source/decide': ['source', 'page', 'truth'],
  'source/decideMatch': ['source', 'catalog', 'item', 'page', 'recycle', 'truth'],
  'source/detach': ['source', 'page', 'truth'],
  'source/push': ['source', 'console', 'catalog', 'item', 'page', 'truth'],
  'source/putBack': ['source', 'catalog', 'item', 'page', 'recycle', 'truth'],
  'source/fetch': ['source', 'console', 'catalog', 'item', 'page', 'truth'],
  // Words about a schema can make its page.
  'source/saveWords': ['source', 'catalog', 'item', 'page', 'truth'],
  'source/release': ['source', 'console', 'catalog', 'item', 'page', 'truth'],
  'suggestion/accept': ['suggestion', 'item', 'page'],
  'suggestion/decline': ['suggestion', 'page/view'],
  'suggestion/save': ['suggestion', 'page/view'],
  'suggestion/withdraw': ['suggestion', 'page/view'],
  'team/attorn': ['team', 'item'],
  'team/delete': ['team', 'item'],
  'teamItem/delete': ['teamItem', 'teamItemMember', 'team'],
  'teamItem/save': ['teamItem', 'teamItemMember', 'team'],
  'teamRule/delete': ['teamRule', 'teamMember', 'teamItemMember', 'team'],
  'teamMember/delete': ['teamMember', 'teamItemMember', 'team'],
  'teamMember/save': ['teamMember', 'teamItemMember', 'team'],
  'console/saveEnvironment': ['console', 'page/view'],
  'console/deleteEnvironment': ['console', 'page/view'],
  'tree/copy': ['tree', 'catalog', 'item', 'page'],
  'tree/delete': ['tree', 'catalog', 'item', 'page', 'recycle', 'source'],
  'tree/move': ['tree', 'catalog', 'item', 'page'],
  'tree/undo': ['tree', 'catalog', 'item', 'page', 'recycle', 'source'],
  'truth/accept': ['truth', 'page/view'],
  'truth/saveProof': ['truth', 'item', 'page'],
  'user/sendVerifyMail': [],
  'user/confirm': ['secondStep'],
  'user/resetPassword': ['user', 'session', 'secondStep'],
  'user/setFirstPassword': ['user', 'secondStep'],
  'secondStep/addTotp': ['secondStep', 'session', 'adminSetting/loadSignIn'],
  'secondStep/endTotp': ['secondStep', 'session', 'adminSetting/loadSignIn'],
  'secondStep/addPasskey': ['secondStep', 'session', 'adminSetting/loadSignIn'],
  'secondStep/renamePasskey': ['secondStep'],
  'secondStep/endPasskey': ['secondStep', 'session', 'adminSetting/loadSignIn'],
  'adminUser/endSessions': ['adminUser', 'session'],
  'watch/preview': ['watch/settings'],
  'watch/saveSettings': ['watch/settings', 'notice'],
  'webhook/delete': ['webhook', 'adminWebhook'],
  'webhook/resend': ['webhook'],
  'webhook/save': ['webhook', 'adminWebhook'],
  'webhook/test': ['webhook', 'adminWebhook'],
}

/** Calls that create an entry, with the field that names an existing entry: an input with that field changes it instead. */
const creations: { readonly [path in CallPath]?: string } = {
  'adminNotice/send': '',
  'adminUser/addUser': 'uid',
  'ask/send': '',
  'adminProvider/save': 'provider_id',
  'adminProvider/saveRule': '',
  'comment/add': '',
  'catalog/copy': '',
  'catalog/save': 'cat_id',
  'console/saveEnvironment': 'env_id',
  'item/add': '',
  'itemGroup/save': 'id',
  'page/move': '',
  'review/flag': '',
  'review/verify': '',
  'suggestion/save': 'suggestion_id',
  'team/save': 'id',
  'template/save': '',
  'token/save': '',
  'tree/copy': '',
  'tree/delete': '',
  'tree/move': '',
  'adminAgent/saveClient': 'client_id',
  'webhook/save': 'webhook_id',
}

const changesOf: Record<string, readonly string[] | undefined> = changes
const creationOf: Record<string, string | undefined> = creations

/** Whether a repetition of this input needs the request_id of the first attempt, so that nothing is created twice. */
export function isCreation(path: string, input: object) {
  const existing = creationOf[path]
  if (existing === undefined) return false
  const id: unknown = new Map(Object.entries(input)).get(existing)
  return !id || id === '0'
}

/** Whether the call deletes an entry: `page/delete`, `attachment/deleteMyAttachment`. */
export const isDeletion = (path: string) => path.includes('/delete')

/** The items that a call names: one, several with commas, and the target of a move. Empty if it names none, or one by its domain. */
function itemsOf(input: object): string[] {
  const fields = new Map<string, unknown>(Object.entries(input))
  const ids = String(fields.get('item_id') ?? '').split(',')
  if (!ids.every((id) => Number(id) > 0)) return []
  return fields.has('to_item_id') ? [...ids, String(fields.get('to_item_id'))] : ids
}

const itemOf = (data: unknown): unknown => (data && typeof data === 'object' && 'item_id' in data ? data.item_id : undefined)

/**
 * Marks the reads that `call` has changed as out of date, and fetches those on the screen again. Data of an item stays current if the
 * call names other items only.
 */
export async function refreshAfter(queries: QueryClient, call: { path: string }, input: object) {
  const items = itemsOf(input)
  const reads = changesOf[call.path] ?? [call.path.replace(/\/.*/, '')]
  const concerns = (data: unknown) => {
    const item = itemOf(data)
    return item === undefined || items.length === 0 || items.includes(String(item))
  }
  await Promise.all(
    reads.map(async (read) => {
      const queryKey = read.split('/')
      // A first fetch that is under way can return the state before the write. Invalidation does not restart it, so it is cancelled.
      await queries.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
      // Off the screen, its result would count as current from its arrival on: it is marked then.
      for (const query of queries.getQueryCache().findAll({ queryKey, type: 'inactive', fetchStatus: 'fetching' })) {
        const mark = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
        query.promise?.then(mark, mark)
      }
      await queries.invalidateQueries({ queryKey, predicate: ({ state }) => concerns(state.data) })
    }),
  )
}
