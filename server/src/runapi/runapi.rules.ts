import { Refusal, SHARED_LISTS } from '@sheaf/contract'

const LEVELS = 16

/** Whether a value has so many levels at most; it is written and read by functions that call themselves. */
const isFlat = (value: unknown, levels = LEVELS): boolean =>
  value === null || typeof value !== 'object' || (levels > 0 && Object.values(value).every((one) => isFlat(one, levels - 1)))

/** What a client sends for all pages: a list of rows as JSON, or a script as it is. */
export function sharedValue(param_type: string, given: string): unknown[] | string {
  if (!(SHARED_LISTS as readonly string[]).includes(param_type)) return given
  const value = listIn(given || '[]')
  if (!value || !isFlat(value)) throw new Refusal('badInput', { field: 'content_json_str' })
  return value
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
