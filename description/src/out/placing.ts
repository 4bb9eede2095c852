import { createHash } from 'node:crypto'
import type { Language } from '@sheaf/contract/languages'
import type { ApiCall } from '../call/call.ts'
import { type PartWords, placeIn, withWords } from '../fence/words.ts'
import { isObject, type Json, objectOf, textAt } from '../json.ts'
import { OWN_WORDS, withOwnWords } from '../openapi/own-words.ts'
import { Source } from '../openapi/source.ts'
import { type Part, readParts } from '../parts/parts.ts'
import { type OperationSpot, Places, type Spot } from './places.ts'

/** What people wrote about one part of a description. */
export interface WordedPart extends Pick<Part, 'kind' | 'key'> {
  words: PartWords[]
}

/** A text, or a map of texts, that an object of a document gets: the keys from the root to the object, and its key there. */
export interface Edit {
  at: string[]
  key: string
  value: string | Json
}

/** Names the place of an edit. */
export const placeOf = ({ at, key }: Pick<Edit, 'at' | 'key'>): string => JSON.stringify([at, key])

/** A document as a source reads it: the name of its file and the language of its pages. */
export interface OutTask {
  name: string
  document: Json
  language: Language
}

/** Words without a place in the document, at its root: words by their path, by the part that they are about. */
const UNPLACED = 'x-sheaf-unplaced'

/** A summary becomes the title of a page, which cuts longer ones. */
const SUMMARY_CHARS_MAX = 150
/** Each try reads the description. After the last one, words without a proven place are unplaced. */
const TRIES_MAX = 8

type Level = 'text' | 'own' | 'none'

/** Words for one path of a part, and where they are written: in a text of the document, in the list of the operation, or nowhere. */
interface Entry {
  entry: string
  path: string
  words: PartWords[]
  level: Level
  target: { spot: Spot; key: 'description' | 'summary'; text: string } | undefined
  mark: string
}

/** The marks are characters for private use, so that texts do not have them. */
const markOf = (n: number) => `\ue000${n}\ue001`
const MARK = /\ue000(\d+)\ue001/g

/** The text of a place with words: those that replace it or its own, and all others below. */
function textWith(text: string, words: PartWords[]): string {
  const replaced = words.findLast(({ mode }) => mode === 'replace')?.words ?? text.trim()
  return [replaced, ...words.filter(({ mode }) => mode === 'add').map((one) => one.words)].filter(Boolean).join('\n\n')
}

/** The words with a mark behind the one that is shown last. */
function marked(words: PartWords[], mark: string): PartWords[] {
  const last = words.findLast(({ mode }) => mode === 'add') ?? words.findLast(({ mode }) => mode === 'replace')
  return words.map((one) => (one === last ? { ...one, words: one.words + mark } : one))
}

/** Words as a list has them: `path` in place of the text, `path+` below it. */
function listOf(words: PartWords[]): Record<string, string> {
  const list = new Map<string, string>()
  for (const { path, mode, words: text } of words) {
    const name = mode === 'add' ? `${path}+` : path
    const known = mode === 'add' ? list.get(name) : undefined
    list.set(name, known ? `${known}\n\n${text}` : text)
  }
  return Object.fromEntries(list)
}

/** A value as text in which the order of keys and empty texts do not matter. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    isObject(one)
      ? Object.fromEntries(
          Object.keys(one)
            .filter((key) => one[key] !== '')
            .sort()
            .map((key) => [key, one[key]]),
        )
      : one,
  )

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Makes the changes in the document, for as long as `work` takes. */
export function during<T>(document: Json, edits: Edit[], work: () => T): T {
  const undo: (() => void)[] = []
  try {
    for (const { at, key, value } of edits) {
      const holder = at.reduce<unknown>((node, one) => (node as Json)[one], document) as Json
      const [had, was] = [Object.hasOwn(holder, key), holder[key]]
      undo.push(() => {
        if (had) holder[key] = was
        else delete holder[key]
      })
      holder[key] = value
    }
    return work()
  } finally {
    for (const one of undo.reverse()) one()
  }
}

/** What a part shows; without user descriptions, everything is compared as a hash. */
interface ShownPart {
  title: string
  call: ApiCall | undefined
  hash: string
}

/** Decides where words are written: see `placedWords`. */
class Placing {
  private readonly task: OutTask
  private readonly places: Places
  private readonly entries: Entry[] = []
  private readonly spots = new Map<string, OperationSpot>()
  private readonly base: Edit[] = []
  private readonly unplaced = new Map<string, PartWords[]>()
  private readonly closed: ReadonlySet<string>

  constructor(task: OutTask, closed: ReadonlySet<string>) {
    this.task = task
    this.closed = closed
    this.places = new Places(new Source(task.document, task.language, task.name))
  }

  edits(parts: WordedPart[]): Edit[] {
    const worded = new Map(parts.map((part) => [[part.kind, part.key].filter(Boolean).join(' '), part]))
    for (const [entry, part] of worded) if (part.kind === 'introduction' || part.kind === 'schema') this.general(entry, part)
    const before = during(this.task.document, this.base, () => this.findPlaces(worded))
    for (let tries = 1; this.entries.some(({ level }) => level !== 'none'); tries++) {
      const wrong = this.wrongEntries(before)
      if (wrong.length === 0) break
      for (const one of wrong) one.level = one.level === 'text' && tries < TRIES_MAX ? 'own' : 'none'
    }
    for (const { entry, words } of this.entries.filter(({ level }) => level === 'none')) this.leave(entry, words)
    return this.all(false)
  }

  private leave(entry: string, words: PartWords[]): void {
    if (words.length > 0) this.unplaced.set(entry, [...(this.unplaced.get(entry) ?? []), ...words])
  }

  /** Words below the introduction or a named schema are about the whole API, and about the schema at all its uses. */
  private general(entry: string, { kind, key, words }: WordedPart): void {
    const found = kind === 'introduction' ? this.places.at('info') : this.places.schema(key)
    const holder = found && this.closed.has(placeOf({ at: found.at, key: 'description' })) ? undefined : found
    const added = words.filter(({ path, mode }) => holder && path === 'description' && mode === 'add')
    if (holder && added.length > 0)
      this.base.push({ at: holder.at, key: 'description', value: textWith(textAt(holder.node, 'description'), added) })
    this.leave(
      entry,
      words.filter((word) => !added.includes(word)),
    )
  }

  private read(take: (entry: string, part: Part, spec: Json | undefined) => void): void {
    const { name, document, language } = this.task
    readParts(
      { name, document, language, hasSchemas: false },
      (entry) => entry,
      (entry, part, operation) => {
        take(entry, part, operation?.spec)
        return undefined
      },
    )
  }

  /** Reads the description without the words, and finds a first place for each of them. */
  private findPlaces(worded: Map<string, WordedPart>): Map<string, ShownPart> {
    const shown = new Map<string, ShownPart>()
    const operations = this.places.operations()
    const left = new Set(worded.keys())
    this.read((entry, { title, call, text }, spec) => {
      const part = worded.get(entry)
      shown.set(entry, { title, call: part && call, hash: hashOf(call ? JSON.stringify(call) : text().markdown) })
      const operation = spec && operations.get(spec)
      if (!part || !operation || !call) return
      left.delete(entry)
      this.spots.set(entry, operation)
      const homeless = new Set(withWords(call, part.words).homeless.map(({ path }) => path))
      for (const [path, words] of Map.groupBy(part.words, (word) => word.path))
        if (homeless.has(path)) this.leave(entry, words)
        else this.entries.push(this.entry(entry, operation, path, words))
    })
    for (const entry of left) {
      const part = worded.get(entry)
      if (part && part.kind !== 'introduction' && part.kind !== 'schema') this.leave(entry, part.words)
    }
    this.shareMarks()
    return shown
  }

  private entry(entry: string, operation: OperationSpot, path: string, words: PartWords[]): Entry {
    const mark = markOf(this.entries.length)
    const level = this.closed.has(placeOf({ at: operation.at, key: OWN_WORDS })) ? 'none' : 'own'
    const one: Entry = { entry, path, words, level, target: undefined, mark }
    const isClosed = (at: string[], key: string) => this.closed.has(placeOf({ at, key }))
    if (path === 'summary') {
      const text = textWith('', words)
      const isTitle = words.length === 1 && words[0]?.mode === 'replace' && !text.includes('\n') && text.length <= SUMMARY_CHARS_MAX
      return isTitle && !isClosed(operation.at, 'summary')
        ? { ...one, level: 'text', target: { spot: operation, key: 'summary', text } }
        : one
    }
    const spot = this.places.of(operation, path)
    if (!spot || isClosed(spot.at, 'description')) return one
    return { ...one, level: 'text', target: { spot, key: 'description', text: textWith(textAt(spot.node, 'description'), words) } }
  }

  /** Equal texts for the same place share a mark; different ones have no place there. */
  private shareMarks(): void {
    const byPlace = Map.groupBy(this.entries, ({ target }) => target && placeOf({ at: target.spot.at, key: target.key }))
    for (const [place, all] of byPlace) {
      const [first] = all
      if (place === undefined || !first) continue
      const isOne = all.every(({ target }) => target?.text === first.target?.text)
      for (const one of all)
        if (isOne) one.mark = first.mark
        else one.level = 'own'
    }
  }

  /** The changes of the document; with marks to find the words again. */
  private all(isMarked: boolean): Edit[] {
    const edits = new Map<string, Edit>()
    const own = new Map<string, PartWords[]>()
    const put = (edit: Edit) => edits.set(placeOf(edit), edit)
    for (const edit of this.base) put(edit)
    for (const { entry, level, target, words, mark } of this.entries) {
      if (level === 'text' && target) put({ at: target.spot.at, key: target.key, value: target.text + (isMarked ? mark : '') })
      if (level === 'own') own.set(entry, [...(own.get(entry) ?? []), ...(isMarked ? marked(words, mark) : words)])
    }
    for (const [entry, words] of own) {
      const { at, node } = this.spots.get(entry)!
      put({ at, key: OWN_WORDS, value: { ...objectOf(node[OWN_WORDS]), ...listOf(words) } })
    }
    if (this.unplaced.size > 0 && !isMarked) {
      const lists = new Map(Object.entries(objectOf(this.task.document[UNPLACED])))
      for (const [entry, words] of this.unplaced) lists.set(entry, { ...objectOf(lists.get(entry)), ...listOf(words) })
      put({ at: [], key: UNPLACED, value: Object.fromEntries(lists) })
    }
    return [...edits.values()]
  }

  /** The words that make a part show something else than the pages do. */
  private wrongEntries(before: Map<string, ShownPart>): Entry[] {
    const byMark = Map.groupBy(this.entries, ({ mark }) => mark)
    const byPart = Map.groupBy(this.entries, ({ entry }) => entry)
    const wrong = new Set<Entry>()
    let isUnexplained = false
    during(this.task.document, this.all(true), () =>
      this.read((entry, { title, call, text }) => {
        const was = before.get(entry)
        const words = byPart.get(entry) ?? []
        if (
          was &&
          (was.call && call ? showsWords(was.call, title, call, words) : was.hash === hashOf(call ? JSON.stringify(call) : text().markdown))
        )
          return
        const all = [...JSON.stringify([title, call ?? text().markdown]).matchAll(MARK)].flatMap(([mark]) => {
          const some = byMark.get(mark) ?? []
          return some.some((one) => one.entry === entry) ? [] : some
        })
        // Words of other parts first: without them, the words of this part can be right.
        const foreign = all.filter(({ level }) => level !== 'none')
        const blamed = foreign.length > 0 ? foreign : ownBlamed(was?.call, call, words)
        if (blamed.length === 0) isUnexplained = true
        // Words that share a text leave it together.
        for (const one of blamed) for (const same of one.level === 'text' ? (byMark.get(one.mark) ?? []) : [one]) wrong.add(same)
      }),
    )
    return isUnexplained && wrong.size === 0 ? this.entries.filter(({ level }) => level !== 'none') : [...wrong]
  }
}

/** The words of a part that are wrong in it: texts that it does not show first, then all texts, and last those of the list. */
function ownBlamed(before: ApiCall | undefined, call: ApiCall | undefined, entries: Entry[]): Entry[] {
  const inText = entries.filter(({ level }) => level === 'text')
  const isShown = ({ path, words, mark }: Entry) =>
    before && call && placeIn(call, path)?.words === placeIn(withWords(before, marked(words, mark)).call, path)?.words
  const lost = inText.filter((one) => one.path === 'summary' || !isShown(one))
  if (lost.length > 0) return lost
  return inText.length > 0 ? inText : entries.filter(({ level }) => level === 'own')
}

/** Whether the call has the texts that the page shows: the former call with the words in place. */
function showsWords(before: ApiCall, title: string, call: ApiCall, entries: Entry[]): boolean {
  const inText = entries.filter(({ level }) => level === 'text')
  const inList = entries.filter(({ level }) => level === 'own')
  const summary = inText.find(({ path }) => path === 'summary')
  if (summary?.target && title !== summary.target.text + summary.mark) return false
  const words = inText.filter((one) => one !== summary).flatMap((one) => marked(one.words, one.mark))
  const worded = withWords(before, words).call
  return (
    plain(
      withOwnWords(
        worded,
        inList.flatMap((one) => marked(one.words, one.mark)),
      ),
    ) === plain(call)
  )
}

/**
 * Decides where the words of people are written in a description, so that each part shows the same texts at the same places as its page
 * does, and every other part shows what it has shown. A schema, a parameter or a response that several parts show is no place for words
 * about one of them: these are in a list at their operation, which the reader knows. Each decision is proven by reading the description
 * with the words. `closed` are places (`placeOf`) that cannot be written. The document is the same afterwards.
 */
export const placedWords = (task: OutTask, parts: WordedPart[], closed: ReadonlySet<string>): Edit[] =>
  new Placing(task, closed).edits(parts)
