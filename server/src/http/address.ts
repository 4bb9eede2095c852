/** `/mock-data/<key>`, `/mock-path/<item_id>&path=/orders` and `/mock-path/<item_id>/orders`: the kind, the key or item, and the rest. */
const MOCK = /^\/?mock-(data|path)\/([^/&]+)(.*)$/is

/** The API address for the address of a mock. Query parameters of the caller are for the mock, not for the API call. */
function mockCall(path: string, query: URLSearchParams | string): string | undefined {
  const [, kind, owner = '', rest = ''] = MOCK.exec(path) ?? []
  if (kind === undefined) return undefined
  if (kind.toLowerCase() === 'data') return rest.startsWith('/') ? undefined : mockUrl('infobykey', { unique_key: owner })
  if (!rest.startsWith('/')) {
    const given = new URLSearchParams(rest).get('path') ?? new URLSearchParams(query).get('path')
    return mockUrl('infobypath', { item_id: owner, path: given || '/' })
  }
  // A path from a query string is already decoded.
  return mockUrl('infobypath', { item_id: owner, path: typeof query === 'string' ? decoded(rest) : rest })
}

const mockUrl = (action: string, fields: Record<string, string>) => `/api/mock/${action}?${new URLSearchParams(fields)}`

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/*
 * W1: one rewrite before routing; no handler knows that a call has several addresses.
 */
const ALIAS = /^\/(?:server\/)?(?:index\.php)?$/i
const CALL = /^\/(?:server\/)?api\/([^/?;]+)\/([^/?;]+)$/i
/** A call at its own address without fields, as nearly all clients send it. */
const PLAIN_CALL = /^\/api\/[a-z]+\/[a-z]+$/i
const UNPLAIN = /[;%\\]|\/\//
/** Clients join the address of a site and that of a call with one slash too many; extra leading slashes are ignored. */
const JOINED = /^\/+(?:(server\/)\/*)?(?=(?:api|index\.php)(?:\/|$))/i
/** The only call with three parts in its address. */
const EDIT_PAGE = /^\/(?:server\/)?api\/item\/page\/edit$/i
/** A file at its ShowDoc location; links written by ShowDoc reach it through `/server/../`. */
const UPLOADED = /^\/(?:server\/\.\.\/)?Public\/Uploads\/([^?]+)$/
/** A call in the path after `index.php`, instead of in the query. */
const AFTER_SCRIPT = /^\/(?:server\/)?index\.php(\/(?:api|mock-data|mock-path)\/.+)$/i

/** The descriptions of OAuth are at the root of the host, with the path of the site after them (RFC 8414, RFC 9728). */
const WELL_KNOWN = /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)\//

/**
 * The address under which a request is served: `/api/item/info?item_id=7` for every alias of it, in any case. An address that is no
 * call is returned without the base path, and an address outside the base path as `/outside`.
 */
export function servedAt(url: string, base: string): string {
  if (!base && PLAIN_CALL.test(url)) return url.toLowerCase()
  const cut = url.indexOf('?')
  const whole = cut < 0 ? url : url.slice(0, cut)
  if (base && whole !== base && !whole.startsWith(`${base}/`)) return WELL_KNOWN.test(whole) ? whole : '/outside'
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
    const afterScript = AFTER_SCRIPT.exec(path)?.[1]
    const named = afterScript && byName(`${query}&s=${afterScript}`)
    if (named) return named
  }
  return cut < 0 ? path : `${path}?${query}`
}

/** Clients of ShowDoc also write `page_comment` for `PageComment`. */
const at = (controller: string, action: string, query: string) =>
  `/api/${controller.replaceAll('_', '').toLowerCase()}/${action.toLowerCase()}${query ? `?${query}` : ''}`

/** `?s=/api/attachment/visitFile/sign/<hex>&x=1`: `s` names the call, followed by pairs of parameter names and values. */
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
