import type { ApiField } from '../api/api-call.ts'
import { MASK, safeValue } from '../calls/secrets.ts'
import { labelOf, type Shape, textOf } from '../postman/shape.ts'

/** What every browser and every server sends, and says nothing of the call. */
const NOISE =
  /^(?::|sec-|accept-(?:encoding|language|charset)$|access-control-|alt-svc$|cache-control$|connection$|content-(?:length|encoding|security-policy.*)$|cross-origin-|date$|dnt$|expect-ct$|expires$|host$|if-(?:modified-since|none-match)$|keep-alive$|last-modified$|nel$|origin$|permissions-policy$|pragma$|priority$|referer$|referrer-policy$|report-to$|reporting-endpoints$|server$|server-timing$|strict-transport-security$|te$|timing-allow-origin$|trailer$|transfer-encoding$|upgrade-insecure-requests$|user-agent$|vary$|via$|x-(?:content-type-options|frame-options|powered-by|xss-protection|cache|served-by|timer|amz-cf-.*)$|cf-|cookie2?$|set-cookie2?$)/i

/** Rows of several exchanges together, each name once with its first value. */
export function merged(all: Shape[][], masked: (name: string) => void, isOf: (name: string) => boolean = () => true): ApiField[] {
  const seen = new Map<string, { field: ApiField; count: number }>()
  for (const rows of all)
    for (const name of new Set(rows.map((row) => textOf(row['name'])))) {
      const known = seen.get(name.toLowerCase())
      if (known) known.count += 1
      else if (name !== '' && isOf(name)) seen.set(name.toLowerCase(), { field: fieldOf(name, rows, masked), count: 1 })
    }
  return [...seen.values()].map(({ field, count }) => (all.length > 1 ? { ...field, required: count === all.length } : field))
}

function fieldOf(name: string, rows: Shape[], masked: (name: string) => void): ApiField {
  const row = rows.find((one) => textOf(one['name']) === name) ?? {}
  const value = textOf(row['value'] ?? row['fileName'])
  const shown = safeValue(name, value)
  if (shown !== value) masked(name)
  const type = row['fileName'] ? 'file' : /^-?\d{1,15}$/.test(value) ? 'integer' : /^(?:true|false)$/.test(value) ? 'boolean' : 'string'
  const about = labelOf(row['comment'])
  return { name, type, ...(shown === '' ? {} : { example: shown }), ...(about ? { description: about } : {}) }
}

export const headerFields = (all: Shape[][], masked: (name: string) => void) => merged(all, masked, (name) => !NOISE.test(name))

/** Cookies by their names alone. */
export function cookieFields(all: Shape[][], masked: (name: string) => void): ApiField[] {
  return merged(
    all.map((rows) => rows.map((row) => ({ name: row['name'], value: MASK }))),
    () => {},
  ).map((field) => {
    masked(field.name)
    return { ...field, type: 'string', example: MASK }
  })
}
