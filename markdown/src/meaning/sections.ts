import type { Section } from './facts.ts'
import { countWords, similarity, type WordCounts } from './word-count.ts'

export interface SectionPair {
  before: Section
  after: Section
}

interface SectionMatch {
  /** In the order of the new text. */
  pairs: SectionPair[]
  added: Section[]
  removed: Section[]
  renamed: SectionPair[]
}

/** Of two sections with different headings: the least share of common words that makes them the same section. */
const SAME_SECTION = 0.6
/** Fewer words are no evidence, unless both sections are at the same place. */
const WORDS_MIN = 4
/** Comparisons of bodies on one page. */
const COMPARISONS_MAX = 2000

const same = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
const keyOf = ({ path }: Section) => same(path.join('\0'))
const titleOf = ({ path }: Section) => path.at(-1) ?? ''

/** Finds each section of the old text in the new one: by its path, by its heading alone, and last by what it contains. */
export function matchSections(before: Section[], after: Section[]): SectionMatch {
  const found = new Map<Section, Section>()
  let [oldOnes, newOnes] = [before, after]
  const take = (pairs: SectionPair[]) => {
    for (const pair of pairs) found.set(pair.after, pair.before)
    const taken = new Set(pairs.flatMap((pair) => [pair.before, pair.after]))
    oldOnes = oldOnes.filter((section) => !taken.has(section))
    newOnes = newOnes.filter((section) => !taken.has(section))
  }
  take(inOrder(oldOnes, newOnes, keyOf))
  take(inOrder(oldOnes, newOnes, (section) => `${section.level} ${same(titleOf(section))}`))
  take(inOrder(oldOnes, newOnes, (section) => same(titleOf(section))))
  const renamed = byContent(oldOnes, newOnes, { before, after, found })
  take(renamed)
  const pairs = after.flatMap((section) => {
    const old = found.get(section)
    return old ? [{ before: old, after: section }] : []
  })
  return { pairs, added: tops(newOnes, after), removed: tops(oldOnes, before), renamed }
}

/** The sections of a key in one text belong to those in the other one, the first to the first; only where their number is the same. */
function inOrder(before: Section[], after: Section[], key: (section: Section) => string): SectionPair[] {
  const others = Map.groupBy(before, key)
  return [...Map.groupBy(after, key)].flatMap(([name, sections]) => {
    const old = others.get(name) ?? []
    return old.length === sections.length ? sections.map((section, n) => ({ before: old[n] as Section, after: section })) : []
  })
}

interface Texts {
  before: Section[]
  after: Section[]
  found: Map<Section, Section>
}

/** Sections with another heading and mostly the same content, the most similar first. */
function byContent(before: Section[], after: Section[], texts: Texts): SectionPair[] {
  const words = new Map([...before, ...after].map((section) => [section, countWords(contentOf(section))]))
  const candidates: (SectionPair & { score: number })[] = []
  for (const old of before)
    for (const now of after) {
      if (candidates.length > COMPARISONS_MAX || old.level !== now.level) continue
      const score = scoreOf(old, now, words, texts)
      if (score >= SAME_SECTION) candidates.push({ before: old, after: now, score })
    }
  const taken = new Set<Section>()
  return candidates
    .sort((a, b) => b.score - a.score)
    .filter((pair) => {
      if (taken.has(pair.before) || taken.has(pair.after)) return false
      taken.add(pair.before).add(pair.after)
      return true
    })
}

function scoreOf(old: Section, now: Section, words: Map<Section, WordCounts>, texts: Texts): number {
  const [a, b] = [words.get(old) as WordCounts, words.get(now) as WordCounts]
  const score = similarity(a, b)
  if (Math.min(a.size, b.size) >= WORDS_MIN) return score
  // A heading without a text of its own: what follows it must be the same.
  const next = texts.after[texts.after.indexOf(now) + 1]
  const isSamePlace = next !== undefined && next.level > now.level && texts.found.get(next) === texts.before[texts.before.indexOf(old) + 1]
  return (score === 1 || a.size + b.size === 0) && isSamePlace ? 1 : score === 1 && a.size >= 2 ? 1 : 0
}

const contentOf = ({ words, tables, examples, endpoints }: Section) => [
  ...words,
  ...tables.flat().map(({ path, type, description = '' }) => `${path} ${type} ${description}`),
  ...examples.map(({ text }) => text),
  ...endpoints,
]

/** Without the sections below others of these: a new section is one change, with all that it contains. */
function tops(sections: Section[], all: Section[]): Section[] {
  const wanted = new Set(sections)
  const open: Section[] = []
  return all.filter((section) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= section.level) open.pop()
    const isBelow = open.some((above) => wanted.has(above))
    open.push(section)
    return wanted.has(section) && !isBelow && section.level > 0
  })
}
