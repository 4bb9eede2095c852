import type { Made } from './random-basic.ts'

/** What a placeholder stands for; undefined when it is none. `given` is the text between its brackets. */
export type Resolve = (name: string, given: string | undefined, whole: string) => Made | undefined

interface Placeholder {
  name: string
  given: string | undefined
  end: number
}

const NAME = /[^@#%&()?\s]+/y
/** A name, or a way to one, with other text right behind it: `@date,`. */
const PATH = /^(?:\.{0,2}\/)*[\w$]+(?:\/[\w$]+)*/

/** Where the bracket that opens at `from` closes; one in quotes is none. -1 when it stays open. */
const BRACKET_DEPTH_MAX = 32

function closing(text: string, from: number) {
  let [depth, quote] = [0, '']
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\\') at++
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') {
      // Deeper than anybody writes; without this a text of nothing but openings is read again from each of them.
      if (++depth > BRACKET_DEPTH_MAX) return -1
    } else if (sign === ')' && --depth === 0) return at
  }
  return -1
}

function placeholderAt(text: string, at: number): Placeholder | undefined {
  NAME.lastIndex = at + 1
  const name = NAME.exec(text)?.[0]
  if (!name) return undefined
  const open = at + 1 + name.length
  if (text[open] !== '(') return { name, given: undefined, end: open }
  // An apostrophe in plain words is no quote: then the next bracket closes.
  const close = [closing(text, open), text.indexOf(')', open)].find((place) => place > 0)
  return close === undefined ? { name, given: undefined, end: open } : { name, given: text.slice(open + 1, close), end: close + 1 }
}

/** The text with all its placeholders filled in. One that is the whole text keeps its kind: a number, a list. */
export function filled(text: string, resolve: Resolve): Made {
  let at = text.indexOf('@')
  if (at < 0) return text
  let done = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    if (text[at - 1] === '\\' && at > from) {
      done += text.slice(from, at - 1)
      from = at
      continue
    }
    const found = placeholderAt(text, at)
    if (!found) continue
    const whole = text.slice(at, found.end)
    let made = resolve(found.name, found.given, whole)
    let end = found.end
    if (made === undefined && !/\w/.test(text[at - 1] ?? ' ')) {
      const name = PATH.exec(found.name)?.[0]
      if (name && name.length < found.name.length) {
        made = resolve(name, undefined, `@${name}`)
        end = at + 1 + name.length
      }
    }
    if (made === undefined) continue
    if (at === 0 && end === text.length) return made
    done += text.slice(from, at) + shown(made)
    from = end
  }
  return done + text.slice(from)
}

const shown = (made: Made) => (made !== null && typeof made === 'object' ? JSON.stringify(made) : String(made))
