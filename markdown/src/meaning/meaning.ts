import { type Example, factsOf, type Section } from './facts.ts'
import { fieldMeanings } from './fields.ts'
import { matchSections, type SectionPair } from './sections.ts'
import { MEANINGS_MAX, type Meaning, NAME_CHARS_MAX, VALUE_CHARS_MAX } from './types.ts'
import { countWords, wordChanges } from './word-count.ts'

export type { Meaning, MeaningKind } from './types.ts'
export { meaningText } from './words.ts'

/** A page before or after a change. */
export interface PageState {
  title: string
  text: string
}

/** Above this, only words are counted. */
const PARSED_CHARS_MAX = 600_000

/**
 * What the difference of two states of a page means to a reader: title, endpoints, sections, fields, examples, and for the rest how many
 * words. It says nothing that it cannot tell from the texts. Pure; at most twenty meanings of bounded length. Never throws.
 */
export function meaningBetween(before: PageState, after: PageState): Meaning[] {
  const found: Meaning[] = []
  if (before.title !== after.title) found.push({ kind: 'title', from: before.title, to: after.title })
  if (before.text !== after.text) {
    const parts = before.text.length + after.text.length > PARSED_CHARS_MAX ? undefined : structure(before.text, after.text)
    found.push(...(parts ?? [textMeaning([before.text], [after.text])]))
  }
  return bounded(found)
}

/** The same for a text without structure. */
export function wordsBetween(before: PageState, after: PageState): Meaning[] {
  const found: Meaning[] = before.title === after.title ? [] : [{ kind: 'title', from: before.title, to: after.title }]
  return bounded(before.text === after.text ? found : [...found, textMeaning([before.text], [after.text])])
}

function structure(before: string, after: string): Meaning[] | undefined {
  try {
    return compare(factsOf(before), factsOf(after))
  } catch {
    // The text exceeds the limits of the renderer, so a reader sees its source.
    return undefined
  }
}

function compare(before: Section[], after: Section[]): Meaning[] {
  const { pairs, added, removed, renamed } = matchSections(before, after)
  const sections: Meaning[] = [
    ...added.map((section): Meaning => ({ kind: 'section.added', section: section.path.at(-1) ?? '' })),
    ...removed.map((section): Meaning => ({ kind: 'section.removed', section: section.path.at(-1) ?? '' })),
    ...renamed.map(({ before, after }): Meaning => {
      const [from = '', to = ''] = [before.path.at(-1), after.path.at(-1)]
      return { kind: 'section.renamed', section: to, from, to }
    }),
  ]
  const fields: Meaning[] = []
  const examples: Meaning[] = []
  let isOther = false
  for (const pair of pairs) {
    const inTables = fieldMeanings(pair)
    fields.push(...inTables.meanings)
    isOther ||= inTables.isOther
    examples.push(...exampleMeanings(pair))
  }
  const found = [...endpointMeanings(pairs), ...sections, ...fields, ...examples]
  const texts = pairs.filter((pair) => pair.before.words.join('\n') !== pair.after.words.join('\n'))
  if (texts.length > 0) {
    const section = texts.length === 1 ? (texts[0]?.after.path.at(-1) ?? '') : ''
    const words = textMeaning(
      texts.flatMap((pair) => pair.before.words),
      texts.flatMap((pair) => pair.after.words),
    )
    // If something else changed, line breaks and the order of paragraphs are left out.
    if (found.length === 0 || words.added || words.removed) found.push(section ? { ...words, section } : words)
  }
  if (found.length === 0 || (isOther && texts.length === 0)) found.push({ kind: 'text' })
  return found
}

function textMeaning(before: string[], after: string[]): Meaning {
  const { added, removed } = wordChanges(countWords(before), countWords(after))
  return { kind: 'text', ...(added > 0 ? { added } : {}), ...(removed > 0 ? { removed } : {}) }
}

const split = (endpoint: string) => {
  const [, method = '', path = ''] = /^(?:([A-Za-z]{2,10})\s+)?(.*)$/.exec(endpoint) ?? []
  return { method: method.toUpperCase(), path }
}

/** Endpoints of sections that both texts have. A single one that differs is the same endpoint with another method or address. */
function endpointMeanings(pairs: SectionPair[]): Meaning[] {
  const [before, after] = [pairs.flatMap((pair) => pair.before.endpoints), pairs.flatMap((pair) => pair.after.endpoints)]
  const removed = before.filter((endpoint) => !after.includes(endpoint))
  const added = after.filter((endpoint) => !before.includes(endpoint))
  const found: Meaning[] = []
  for (const from of [...removed]) {
    const old = split(from)
    const to = added.find((one) => split(one).path === old.path) ?? (removed.length === 1 && added.length === 1 ? added[0] : undefined)
    if (to === undefined) {
      found.push({ kind: 'endpoint.removed', from })
      continue
    }
    const now = split(to)
    if (old.method !== now.method) found.push({ kind: 'endpoint.method', from: old.method || '-', to: now.method || '-' })
    if (old.path !== now.path) found.push({ kind: 'endpoint.path', from: old.path, to: now.path })
    added.splice(added.indexOf(to), 1)
  }
  return [...found, ...added.map((to): Meaning => ({ kind: 'endpoint.added', to }))]
}

/** Examples of one label belong together, and those without a label in their order. */
function exampleMeanings({ before, after }: SectionPair): Meaning[] {
  const section = after.path.at(-1) ?? ''
  const left = before.examples.filter((old) => !after.examples.some((now) => isSame(old, now)))
  const fresh = after.examples.filter((now) => !before.examples.some((old) => isSame(old, now)))
  const found: Meaning[] = []
  for (const now of fresh) {
    const at = left.findIndex((old) => old.label === now.label)
    if (at >= 0) left.splice(at, 1)
    found.push({ kind: at >= 0 ? 'example.changed' : 'example.added', section, name: now.label })
  }
  return [...found, ...left.map(({ label }): Meaning => ({ kind: 'example.removed', section, name: label }))]
}

const isSame = (old: Example, now: Example) => old.label === now.label && old.text === now.text

function bounded(found: Meaning[]): Meaning[] {
  const kept = found.length > MEANINGS_MAX ? found.slice(0, MEANINGS_MAX - 1) : found
  const rest = found.length - kept.length
  const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text)
  const meanings = kept.map((meaning) => {
    const copy: Meaning = { ...meaning }
    for (const key of ['section', 'name', 'column'] as const) if (copy[key]) copy[key] = cut(copy[key], NAME_CHARS_MAX)
    for (const key of ['from', 'to'] as const) if (copy[key]) copy[key] = cut(copy[key], VALUE_CHARS_MAX)
    if (copy.section === '') delete copy.section
    return copy
  })
  return rest > 0 ? [...meanings, { kind: 'more', count: rest }] : meanings
}
