import { safeId, slug, unusedId } from './anchors.ts'
import type { Heading } from './types.ts'

/** Limits that bound the time for any text: longer lines are not headings, and lines after the last heading are not read. */
const LINE_MAX = 300
const HEADINGS_MAX = 1000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const CLOSING = /(?:^|[ \t]+)#+[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
/** Lines that an underline cannot turn into a heading: other blocks, table rows, indented code. */
const NO_TITLE = /^(?: {4}|\t| {0,3}(?:[>|#]|[-*+][ \t]|\d{1,9}[.)][ \t]|<|$))|\|/

/** The text of a heading without inline markup. */
const words = (line: string) =>
  line
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|[^\p{L}\p{N}])([*_])(?=\S)(.+?)\2(?![\p{L}\p{N}])/gu, '$1$3')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()

export type { Heading }

/** A heading with the position of its first character in the text. */
interface PlacedHeading extends Heading {
  from: number
}

/**
 * The headings of a page in one pass over its lines, for search; fast enough for every save. Nesting is ignored, so a heading inside a
 * list can be missing. Ids are the same as in `render`.
 */
export const outline = (text: string): Heading[] => headingLines(text).map(({ id, text, level }) => ({ id, text, level }))

/** Like `outline`, with positions. */
export function headingLines(text: string): PlacedHeading[] {
  const found: PlacedHeading[] = []
  let [from, previousFrom, next] = [0, 0, 0]
  const used = new Map<string, number>()
  let fence = ''
  let previous = ''
  const add = (level: number, line: string, place: number) => {
    const start = line.endsWith('}') ? line.lastIndexOf('{#') : -1
    const given = start < 0 ? undefined : safeId(line.slice(start + 2, -1))
    const name = words(given ? line.slice(0, start) : line)
    found.push({ id: unusedId(used, given ?? safeId(slug(name)) ?? 'section'), text: name, level, from: place })
  }
  for (const ended of text.split('\n')) {
    if (found.length === HEADINGS_MAX) break
    ;[previousFrom, from, next] = [from, next, next + ended.length + 1]
    const whole = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    const line = whole.length > LINE_MAX ? '' : whole
    const mark = FENCE.exec(line)?.[1]
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
      continue
    }
    if (mark) {
      fence = mark
      previous = ''
      continue
    }
    const atx = line.includes('#') ? ATX.exec(line) : null
    const under = previous && UNDERLINE.exec(line)?.[1]
    if (atx) add(atx[1]?.length ?? 1, (atx[2] ?? '').replace(CLOSING, '').trim(), from)
    else if (under) add(under.startsWith('=') ? 1 : 2, previous, previousFrom)
    previous = atx || under || NO_TITLE.test(line) ? '' : line.trim()
  }
  return found
}
