/*
 * The differences between Sheaf and the recorded ShowDoc server, with reasons. Everything not listed must be the same. A listed
 * difference that no longer exists fails the test.
 */

/** Recorded calls that Sheaf does not have. */
export const missing: Record<string, string> = {
  'item.nosuch': 'an unknown action: 404 here (W4)',
  'nosuch.controller': 'an unknown controller: 404 here (W4)',
  'links.legacy': 'links to pages, not a call: reading/html.ts redirects them',
}

const paged = 'W5: an empty list keeps its shape'
const neverShown = 'S01, S17: a password or a session is never sent in any form'

export const fields: Record<string, Record<string, string>> = {
  'adminItem.getList': { 'data[]: empty-array': paged },
  'adminUser.getList': {
    'data[]: empty-array': paged,
    'data.users[].password: string': neverShown,
    'data.users[].cookie_token: null': neverShown,
    'data.users[].cookie_token_expire: string': neverShown,
    'data.users[].avatar: null': 'was never set',
    'data.users[].avatar_small: null': 'was never set',
  },
  'adminSetting.loadConfig': { 'data[]: empty-array': 'settings that were never saved have their defaults' },
  'import.auto': { 'data[]: empty-array': 'every import returns the item it created' },
  'item.detail': { 'data[]: empty-array': 'S43: a missing item is refused with 10303, even for administrators' },
  'runapi.updateGlobalParam': { 'data[]: empty-array': 'a sent value is stored even if no client has read the list before' },
}

/** Fields that both servers send only when set: for items with a custom order, or with pinned items. */
export const sometimes: Record<string, string[]> = { 'item.myList': ['data[].s_number: number|string', 'data[].top: number'] }

/** `call: case` of requests that ShowDoc accepted and Sheaf refuses. */
export const requests: Record<string, string> = {
  'item.add: empty name accepted?': 'a name has 1 to 255 characters',
  'item.add: title with an emoji and 300 characters': 'a name has 1 to 255 characters',
  'item.update: only item_id given: everything else is blanked': 'a name has 1 to 255 characters',
  'team.save: empty name accepted': 'a name has 1 to 100 characters',
}
