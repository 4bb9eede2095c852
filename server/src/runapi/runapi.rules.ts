import { Refusal, SHARED_LISTS } from '@sheaf/contract'
import { isFlat } from '../item/item.rules.ts'

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
