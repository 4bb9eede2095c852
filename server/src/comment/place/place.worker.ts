import { type Anchor, carryAnchors, findAgain, type Place, quoteOf, settleAnchor } from '@sheaf/compare/anchor'
import { readingOf } from '@sheaf/markdown/reading-text'
import { boundedTask } from '../../runtime/bounded-task.ts'

/** An anchor as a client sends it; nothing in it is believed. */
export interface GivenAnchor {
  kind: Anchor['kind']
  version: number
  heading?: string | undefined
  quote?: string | undefined
  length?: number | undefined
  before?: string | undefined
  after?: string | undefined
  at?: number | undefined
}

/** A place in the last of the texts; offset and length are 0 when lost. */
export interface Found extends Place {
  place: 'fixed' | 'moved' | 'lost'
}

export interface Anchored extends Found {
  anchor: Anchor
}

export type Task =
  /** Finds the words in the first text, and where they are in the last one. */
  | { kind: 'settle'; anchor: GivenAnchor; texts: string[] }
  /** Carries places from the first text to the last; `isCut`: the first text is a later one than that of the places. */
  | { kind: 'carry'; texts: string[]; isCut: boolean; places: Anchored[] }

export interface TaskOutput {
  settle: Anchored | null
  carry: Found[]
}

type Reading = ReturnType<typeof readingOf>

/** A place is `fixed` while its words are those of the anchor, in any number of steps. */
function named(reading: Reading, { anchor, ...found }: Anchored): Found {
  if (found.place === 'lost') return { place: 'lost', at: 0, length: 0 }
  const words = reading.text.slice(found.at, found.at + found.length)
  const isSame = words.length === (anchor.length ?? anchor.quote.length) && quoteOf(words) === anchor.quote
  return { ...found, place: isSame ? 'fixed' : 'moved' }
}

/** One step: lost places are looked for again, because an earlier text can come back. */
function step(old: Reading, newer: Reading, places: Anchored[]): Anchored[] {
  const known = places.filter(({ place }) => place !== 'lost')
  const carried = new Map(carryAnchors(old, newer, known).map((found, n) => [known[n], found]))
  return places.map((one) => {
    const found = carried.get(one)
    return { anchor: one.anchor, ...(found && found.place !== 'lost' ? found : findAgain(newer, one.anchor)) }
  })
}

function carried(texts: string[], isCut: boolean, places: Anchored[]): Found[] {
  const [first = '', ...later] = texts
  let reading = readingOf(first)
  let now = isCut ? places.map(({ anchor }) => ({ anchor, ...findAgain(reading, anchor) })) : places
  for (const text of later) {
    const next = readingOf(text)
    now = step(reading, next, now)
    reading = next
  }
  return now.map((one) => named(reading, one))
}

function settled({ anchor: given, texts }: Extract<Task, { kind: 'settle' }>): Anchored | null {
  const [first = ''] = texts
  const anchor = settleAnchor(readingOf(first), given, given.version)
  if (!anchor) return null
  const length = anchor.length ?? anchor.quote.length
  const [found] = carried(texts, false, [{ anchor, place: 'fixed', at: anchor.at, length }])
  return found ? { anchor, ...found } : null
}

export default boundedTask((task: Task): TaskOutput[Task['kind']] =>
  task.kind === 'settle' ? settled(task) : carried(task.texts, task.isCut, task.places),
)
