/** Levels of a JSON text that comes in, and values in all its lists and objects together (S56). */
export const JSON_DEPTH_MAX = 32
export const JSON_VALUES_MAX = 150_000

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d]

/** Whether a text is too deep or holds too much, found by one look at its signs: parsing it would cost many times that. */
export function jsonExcess(text: string): 'depth' | 'values' | undefined {
  let [depth, values, isInString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) isInString = false
    } else if (sign === QUOTE) isInString = true
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      if (++depth > JSON_DEPTH_MAX) return 'depth'
      if (++values > JSON_VALUES_MAX) return 'values'
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) depth--
    else if (sign === COMMA && ++values > JSON_VALUES_MAX) return 'values'
  }
  return undefined
}
