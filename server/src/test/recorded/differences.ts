/*
 * Where we answer, take or leave out something else than a ShowDoc server did, and why. What is not here is the same; what is here and
 * has become the same fails the test.
 */

/** Recorded, yet no call of ours. */
export const missing: Record<string, string> = {
  'item.nosuch': 'an unknown action: 404 here (W4)',
  'nosuch.controller': 'an unknown controller: 404 here (W4)',
  'links.legacy': 'links to pages, no call: reading/old-link.ts follows them',
}

const paged = 'W5: an empty list keeps its shape'
const neverShown = 'S01, S17: a password or a session is never shown, in no form'

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
  'adminSetting.loadConfig': { 'data[]: empty-array': 'what was never saved has its usual value' },
  'import.auto': { 'data[]: empty-array': 'every import says which item it made' },
  'item.detail': { 'data[]: empty-array': 'S43: of an item that is not there even administrators get 10303' },
  'runapi.updateGlobalParam': { 'data[]: empty-array': 'what is sent is kept, whether or not somebody had looked before' },
}

/** There and here only where there is something to say: of items that were put in order, or some of them pinned. */
export const sometimes: Record<string, string[]> = { 'item.myList': ['data[].s_number: number|string', 'data[].top: number'] }

/** `call: case` of requests that worked there and are refused here. */
export const requests: Record<string, string> = {
  'item.add: empty name accepted?': 'a name has 1 to 255 characters',
  'item.add: title with an emoji and 300 characters': 'a name has 1 to 255 characters',
  'item.update: only item_id given: everything else is blanked': 'a name has 1 to 255 characters',
  'team.save: empty name accepted': 'a name has 1 to 100 characters',
}
