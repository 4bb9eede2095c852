import { bareType } from '@sheaf/description/body'
import { labelOf, type Shape, shapeOf, shapesOf, textOf } from '../postman/fields.ts'

/** A path segment that is an id: a number, a UUID, a long string of letters and digits. */
const ID =
  /^(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=[\w-]*\d)[\da-f]{16,}|(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z\d]{20,})$/i

export interface Template {
  /** `/users/{user_id}/orders/{id}` */
  path: string
  values: { name: string; value: string }[]
}

/** Names an id after the preceding path segment: the id in `orders/7` is `order_id`. */
function nameOf(segment: string, taken: Set<string>): string {
  const noun = labelOf(segment)
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/ies$/i, 'y')
    .replace(/s$/i, '')
    .toLowerCase()
  const preferred = noun && !/^v\d+$/.test(noun) ? `${noun}_id` : 'id'
  for (let n = 1; ; n++) {
    const name = n === 1 ? preferred : `${preferred}_${n}`
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** Replaces ids in a path by names, so that calls that differ only in ids become one call. */
export function templateOf(path: string): Template {
  const values: Template['values'] = []
  const taken = new Set<string>()
  let segment = ''
  const parts = path.split('/').map((part) => {
    const isId = ID.test(part)
    const shown = isId ? nameOf(segment, taken) : part
    if (isId) values.push({ name: shown, value: part })
    else segment = part
    return isId ? `{${shown}}` : part
  })
  return { path: parts.join('/'), values }
}

/** A recorded request with its response. */
export interface Exchange {
  method: string
  origin: string
  host: string
  path: string
  query: Shape[]
  request: Shape
  response: Shape
  status: string
}

const STATIC =
  /^(?:image|font|audio|video)\/|^text\/(?:css|html|javascript)$|javascript$|^application\/(?:wasm|font|x-font|vnd\.ms-fontobject|manifest\+json)/
const FILE = /\.(?:js|mjs|cjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wasm|html?)$/i
const RESOURCES = new Set(['document', 'stylesheet', 'script', 'image', 'font', 'media', 'manifest', 'texttrack'])

/** Whether an entry is not an API call: a resource of a web page, or a CORS preflight request. */
export function isStatic(method: string, path: string, entry: Shape): boolean {
  if (method === 'OPTIONS') return true
  const type = bareType(textOf(shapeOf(shapeOf(entry['response'])['content'])['mimeType']))
  const resource = labelOf(entry['_resourceType']).toLowerCase()
  if (resource === 'xhr' || resource === 'fetch') return false
  if (method !== 'GET' && method !== 'HEAD') return false
  return RESOURCES.has(resource) || FILE.test(path) || STATIC.test(type)
}

/** The exchange of an entry; undefined if its URL is not http or https. */
export function exchangeOf(entry: Shape): Exchange | undefined {
  const request = shapeOf(entry['request'])
  const response = shapeOf(entry['response'])
  const url = urlOf(textOf(request['url']))
  if (!url) return undefined
  const rows = shapesOf(request['queryString'])
  const query = rows.length > 0 ? rows : [...url.searchParams].map(([name, value]) => ({ name, value }))
  const status = Number(response['status'])
  return {
    method: labelOf(request['method']).toUpperCase() || 'GET',
    origin: url.origin,
    host: url.host,
    path: pathOf(url),
    query,
    request,
    response,
    status: Number.isInteger(status) && status >= 100 && status < 600 ? String(status) : '',
  }
}

function urlOf(text: string): URL | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text)
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
