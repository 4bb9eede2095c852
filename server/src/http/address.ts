/** `/mock-data/<key>`, `/mock-path/<item_id>&path=/orders` and `/mock-path/<item_id>/orders`: the first part, whose, and what follows. */
const MOCK = /^\/?mock-(data|path)\/([^/&]+)(.*)$/is

/** The call a mock's address stands for. A parameter that its caller sends along is none of the call's. */
function mockCall(path: string, query: URLSearchParams | string): string | undefined {
  const [, kind, whose = '', rest = ''] = MOCK.exec(path) ?? []
  if (kind === undefined) return undefined
  if (kind.toLowerCase() === 'data') return rest.startsWith('/') ? undefined : called('infobykey', { unique_key: whose })
  if (!rest.startsWith('/')) {
    const given = new URLSearchParams(rest).get('path') ?? new URLSearchParams(query).get('path')
    return called('infobypath', { item_id: whose, path: given || '/' })
  }
  // What was named in a query has been decoded with it.
  return called('infobypath', { item_id: whose, path: typeof query === 'string' ? decoded(rest) : rest })
}

const called = (action: string, fields: Record<string, string>) => `/api/mock/${action}?${new URLSearchParams(fields)}`

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/*
 * W1: one rewrite at the door; no handler knows that a call has several addresses.
 */
const ALIAS = /^\/(?:server\/)?(?:index\.php)?$/i
const CALL = /^\/(?:server\/)?api\/([^/?;]+)\/([^/?;]+)$/i
const UNPLAIN = /[;%\\]|\/\//
/** Programs join the address of a site and that of a call with a slash too many; it means nothing before them. */
const JOINED = /^\/+(?:(server\/)\/*)?(?=(?:api|index\.php)(?:\/|$))/i
/** The one call whose address has three parts. */
const EDIT_PAGE = /^\/(?:server\/)?api\/item\/page\/edit$/i
/** A file where ShowDoc kept it; its own links lead there through the folder of its programs. */
const UPLOADED = /^\/(?:server\/\.\.\/)?Public\/Uploads\/([^?]+)$/
/** The call named after the program instead of in its query. */
const BEHIND = /^\/(?:server\/)?index\.php(\/(?:api|mock-data|mock-path)\/.+)$/i

/**
 * The address a request is served under: `/api/item/info?item_id=7` for every alias of it, in any case. What is no call comes
 * back without the base path, and what lies outside the base path as `/outside`.
 */
export function servedAt(url: string, base: string): string {
  const cut = url.indexOf('?')
  const whole = cut < 0 ? url : url.slice(0, cut)
  if (base && whole !== base && !whole.startsWith(`${base}/`)) return '/outside'
  const path = whole.slice(base.length).replace(JOINED, '/$1') || '/'
  const query = cut < 0 ? '' : url.slice(cut + 1)
  const mock = /^(?:\/server)?(\/mock-.*)$/i.exec(path)?.[1]
  if (mock) return mockCall(mock, query) ?? path
  const uploaded = UPLOADED.exec(path)?.[1]
  if (uploaded) return at('attachment', 'visitfile', String(new URLSearchParams({ uploaded: decoded(uploaded) })))
  if (!UNPLAIN.test(path)) {
    if (EDIT_PAGE.test(path)) return at('item', 'editpage', query)
    const call = CALL.exec(path)
    if (call) return at(call[1] as string, call[2] as string, query)
    if (ALIAS.test(path)) {
      const named = query.includes('s=') ? byName(query) : undefined
      if (named) return named
    }
    const behind = BEHIND.exec(path)?.[1]
    const named = behind && byName(`${query}&s=${behind}`)
    if (named) return named
  }
  return cut < 0 ? path : `${path}?${query}`
}

const at = (controller: string, action: string, query: string) =>
  `/api/${controller.toLowerCase()}/${action.toLowerCase()}${query ? `?${query}` : ''}`

/** `?s=/api/attachment/visitFile/sign/<hex>&x=1`: the call is named in s, and what follows it there are pairs of parameters. */
function byName(query: string): string | undefined {
  const fields = new URLSearchParams(query)
  const mock = mockCall(fields.get('s') ?? '', fields)
  if (mock) return mock
  const parts = (fields.get('s') ?? '').split('/').filter(Boolean)
  if (parts[0]?.toLowerCase() !== 'api' || parts.length < 3) return undefined
  fields.delete('s')
  if (EDIT_PAGE.test(`/${parts.slice(0, 4).join('/')}`)) parts.splice(2, 2, 'editPage')
  const [, controller, action, ...pairs] = parts as [string, string, string, ...string[]]
  for (let n = 0; n + 1 < pairs.length; n += 2) if (!fields.has(pairs[n] as string)) fields.set(pairs[n] as string, pairs[n + 1] as string)
  return /^[\w-]+$/.test(controller + action) ? at(controller, action, fields.toString()) : undefined
}
