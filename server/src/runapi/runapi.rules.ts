import { Refusal, SHARED_LISTS } from '@sheaf/contract'
import { isFlat } from '../item/item.rules.ts'

/** The value of a parameter shared by all pages: a list parsed from JSON, or a script as text. */
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
