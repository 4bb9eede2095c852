/** `/mock-data/<key>`, `/mock-path/<item_id>&path=/orders` and `/mock-path/<item_id>/orders`: the first part, whose, and what follows. */
const MOCK = /^\/?mock-(data|path)\/([^/&]+)(.*)$/is

/** The call a mock's address stands for. A parameter that its caller sends along is none of the call's. */
export function mockCall(path: string, query: URLSearchParams | string): string | undefined {
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

export function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
