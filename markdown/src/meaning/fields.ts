import type { Field, Section } from './facts.ts'
import type { Meaning } from './types.ts'
import { countWords } from './word-count.ts'

interface Tables {
  before: Section
  after: Section
}

/** What changed in the field tables of a section. With `isOther`, more changed than the meanings describe. */
export function fieldMeanings({ before, after }: Tables): { meanings: Meaning[]; isOther: boolean } {
  const section = after.path.at(-1) ?? ''
  const meanings: Meaning[] = []
  let isOther = false
  const { pairs, added, removed } = matchTables(before.tables, after.tables)
  for (const [old, now] of pairs) {
    const found = compareTables(old, now, section)
    meanings.push(...found.meanings)
    isOther ||= found.isOther
  }
  // Names that are still, or were already, in the text: the table was written in another form.
  const [wordsBefore, wordsAfter] = [countWords(before.words), countWords(after.words)]
  for (const table of removed)
    if (isMostlyIn(table, wordsAfter)) isOther = true
    else meanings.push(...table.map(({ path: name }): Meaning => ({ kind: 'field.removed', section, name })))
  for (const table of added)
    if (isMostlyIn(table, wordsBefore)) isOther = true
    else meanings.push(...table.map(({ path: name }): Meaning => ({ kind: 'field.added', section, name })))
  return { meanings, isOther }
}

const isMostlyIn = (table: Field[], words: Map<string, number>) =>
  table.filter(({ path }) => words.has(path) || words.has(path.split('.').at(-1) ?? '')).length * 2 > table.length

/** Tables with common names belong together, and then those that are left, in their order. */
function matchTables(before: Field[][], after: Field[][]) {
  const pairs: [Field[], Field[]][] = []
  const [left, fresh] = [[...before], [...after]]
  const share = (old: Field[], now: Field[]) => {
    const names = new Set(old.map(({ path }) => path))
    return now.filter(({ path }) => names.has(path)).length / Math.max(1, old.length, now.length)
  }
  for (const now of after) {
    const [best] = left.map((old) => ({ old, score: share(old, now) })).sort((a, b) => b.score - a.score)
    if (!best || best.score === 0) continue
    pairs.push([best.old, now])
    left.splice(left.indexOf(best.old), 1)
    fresh.splice(fresh.indexOf(now), 1)
  }
  while (left.length > 0 && fresh.length > 0 && left.length === fresh.length)
    pairs.push([left.shift() as Field[], fresh.shift() as Field[]])
  return { pairs, added: fresh, removed: left }
}

function compareTables(before: Field[], after: Field[], section: string) {
  const { pairs, added, removed, renamed } = matchFields(before, after)
  const meanings: Meaning[] = [
    ...added.map(({ path: name }): Meaning => ({ kind: 'field.added', section, name })),
    ...removed.map(({ path: name }): Meaning => ({ kind: 'field.removed', section, name })),
    ...renamed.map(([old, now]): Meaning => ({ kind: 'field.renamed', section, name: now.path, from: old.path, to: now.path })),
  ]
  let isOther = false
  for (const [old, now] of pairs) {
    const name = now.path
    const add = (kind: Meaning['kind'], from: string, to: string, more: Partial<Meaning> = {}) =>
      meanings.push({ kind, section, name, from, to, ...more })
    if (differs(old.type, now.type)) add('field.type', old.type, now.type)
    if (old.required !== undefined && now.required !== undefined && differs(old.required, now.required))
      add('field.required', old.required, now.required)
    if (old.default !== undefined && now.default !== undefined && differs(old.default, now.default))
      add('field.default', old.default, now.default)
    if (old.description !== undefined && now.description !== undefined && differs(old.description, now.description))
      add('field.description', old.description, now.description)
    for (const [column, to] of now.others) {
      const from = old.others.get(column)
      if (from !== undefined && differs(from, to)) add('field.other', from, to, { column })
    }
    isOther ||= hasOtherColumns(old, now)
  }
  return { meanings, isOther }
}

const differs = (before: string, after: string) => before.toLowerCase() !== after.toLowerCase()

/** A column was added or removed, which proves nothing about its fields. */
const hasOtherColumns = (old: Field, now: Field) =>
  (['required', 'default', 'description'] as const).some((column) => (old[column] === undefined) !== (now[column] === undefined)) ||
  old.others.size !== now.others.size ||
  [...now.others.keys()].some((column) => !old.others.has(column))

/** By their names; then a new name with the same type and description, or at the same place, is the old field. */
function matchFields(before: Field[], after: Field[]) {
  const pairs: [Field, Field][] = []
  const renamed: [Field, Field][] = []
  let [left, fresh] = [before, after]
  const take = (found: [Field, Field][]) => {
    pairs.push(...found)
    const taken = new Set(found.flat())
    left = left.filter((field) => !taken.has(field))
    fresh = fresh.filter((field) => !taken.has(field))
  }
  take(byPath(left, fresh, (path) => path))
  for (let at = 0; at < fresh.length; ) {
    const now = fresh[at] as Field
    const old = left.find((one) => isRenamed(one, now, before, after))
    if (!old) at++
    else {
      renamed.push([old, now])
      take([[old, now]])
      // The fields below it have only another parent.
      take(byPath(left, fresh, (path) => (path.startsWith(`${old.path}.`) ? now.path + path.slice(old.path.length) : path)))
      at = 0
    }
  }
  return { pairs, added: fresh, removed: left, renamed }
}

function byPath(before: Field[], after: Field[], pathNow: (path: string) => string): [Field, Field][] {
  const known = Map.groupBy(before, ({ path }) => pathNow(path))
  return after.flatMap((now): [Field, Field][] => {
    const old = known.get(now.path)?.shift()
    return old ? [[old, now]] : []
  })
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1)

function isRenamed(old: Field, now: Field, before: Field[], after: Field[]): boolean {
  if (differs(old.type, now.type) || parentOf(old.path) !== parentOf(now.path)) return false
  const [a = '', b = ''] = [old.description, now.description]
  if (a !== '' && !differs(a, b)) return true
  const isSamePlace = before.length === after.length && before.indexOf(old) === after.indexOf(now)
  return isSamePlace && letters(old.path) === letters(now.path)
}

/** `order_id`, `orderId` and `OrderID` are the same name in other styles. */
const letters = (path: string) => path.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
