import { isObject } from '../../import-plan/text-format.ts'

/*
 * What stands in a collection may be anything: everything is read through these, which answer with something empty in place of
 * what nobody expected.
 */
export type Shape = Record<string, unknown>

export const shapeOf = (value: unknown): Shape => (isObject(value) ? value : {})
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const shapesOf = (value: unknown): Shape[] => listOf(value).filter(isObject)

/** Text as it is, numbers and yes or no as text, everything else as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  try {
    return JSON.stringify(value, undefined, 2)
  } catch {
    return ''
  }
}

/** A description: text, or an object around it. */
export const descriptionOf = (value: unknown): string => textOf(isObject(value) ? value['content'] : value).trim()

/** A name on one line. */
export const labelOf = (value: unknown): string => (typeof value === 'object' ? '' : textOf(value)).replace(/\s+/g, ' ').trim()

/** The lines of a script. */
export const linesOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value))
