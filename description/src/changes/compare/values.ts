import { isTrue, listOf, textOf, valueText } from '../../json.ts'
import { compareNumbers, isMultiple, sameNumber } from '../read/decimal.ts'
import type { Described } from '../read/described.ts'
import type { Shape } from '../read/shape.ts'
import type { Rule } from '../rules.ts'
import { type Finding, finding } from './finding.ts'

/** Two shapes of the same place. */
export interface Pair {
  before: Shape
  after: Shape
}

type Types = ReadonlySet<string> | undefined
type Kind = 'type' | 'format' | 'const'
type Relation = 'narrower' | 'wider' | 'other'

const relationRules = (kind: Kind, relation: Relation): readonly [Rule, Rule] => [
  `request.${kind}-${relation}`,
  `response.${kind}-${relation}`,
]

export const typeText = ({ types, isNullable, keywords }: Pick<Shape, 'isNullable' | 'keywords'> & { types: Types }): string => {
  const format = textOf(keywords.get('format'))
  const text = [...(types ?? ['any'])].join(' | ') + (format ? ` (${format})` : '')
  return isNullable && types ? `${text} | null` : text
}

const covers = (types: ReadonlySet<string>, type: string) => types.has(type) || (type === 'integer' && types.has('number'))

/** How the types changed; undefined if they did not. */
function typeRelation(before: ReadonlySet<string> | undefined, after: ReadonlySet<string> | undefined): Relation | undefined {
  if (!before || !after) return before === after ? undefined : before ? 'wider' : 'narrower'
  const isNarrower = [...after].every((type) => covers(before, type))
  const isWider = [...before].every((type) => covers(after, type))
  if (isNarrower) return isWider ? undefined : 'narrower'
  return isWider ? 'wider' : 'other'
}

/** Formats whose values the second one contains. */
const contained: Record<string, string> = { int32: 'int64', float: 'double' }

function formatRelation(before: string, after: string): Relation {
  if (before === '' || after === '') return before === '' ? 'narrower' : 'wider'
  if (contained[before] === after) return 'wider'
  return contained[after] === before ? 'narrower' : 'other'
}

function formats({ before, after }: Pair): Finding[] {
  const [old, now] = [textOf(before.keywords.get('format')), textOf(after.keywords.get('format'))]
  return old === now ? [] : [finding(relationRules('format', formatRelation(old, now)), old, now)]
}

/** The type, null and the format. `isOther` means that the values before and after have nothing in common. */
export function typeFindings(pair: Pair, typesBefore: Types, typesAfter: Types): { findings: Finding[]; isOther: boolean } {
  const { before, after } = pair
  const isGiven = before.types !== undefined || after.types !== undefined
  const relation = isGiven ? typeRelation(typesBefore, typesAfter) : undefined
  const types = relation
    ? [finding(relationRules('type', relation), typeText({ ...before, types: typesBefore }), typeText({ ...after, types: typesAfter }))]
    : []
  if (relation === 'other') return { findings: types, isOther: true }
  // Without a type, null is allowed.
  if (before.isNullable === after.isNullable || Boolean(typesBefore) !== Boolean(typesAfter))
    return { findings: [...types, ...formats(pair)], isOther: false }
  const rules: readonly [Rule, Rule] = after.isNullable
    ? ['request.nullable', 'response.nullable']
    : ['request.not-nullable', 'response.not-nullable']
  const texts = [typeText({ ...before, types: typesBefore }), typeText({ ...after, types: typesAfter })] as const
  return { findings: [...types, finding(rules, ...texts), ...formats(pair)], isOther: false }
}

/** The allowed values of a shape by their canonical text; undefined if there is no list. */
function valuesOf(described: Described, { keywords, isNullable }: Shape): Map<string, string> | undefined {
  const list = keywords.has('enum') ? listOf(keywords.get('enum')) : listOf(keywords.get('x-extensible-enum'))
  const isList = Array.isArray(keywords.get('enum')) || Array.isArray(keywords.get('x-extensible-enum'))
  if (!isList) return undefined
  const values = list.map((value): [string, string] => [described.canon.of(value), valueText(value).slice(0, 200)])
  return new Map(isNullable ? values.filter(([text]) => text !== 'null') : values)
}

const constOf = (described: Described, { keywords }: Shape): Map<string, string> | undefined =>
  keywords.has('const') ? new Map([[described.canon.of(keywords.get('const')), valueText(keywords.get('const')).slice(0, 200)]]) : undefined

/** Values as a text: the first ones, and how many there are more. */
function listText(values: Iterable<string>): string {
  const all = [...values]
  return all.slice(0, 50).join(', ') + (all.length > 50 ? `, … (${all.length})` : '')
}

/** `const` and enumerations. A list with one value is the same as `const`. */
export function valueFindings(described: readonly [Described, Described], { before, after }: Pair): Finding[] {
  const [constBefore, constAfter] = [constOf(described[0], before), constOf(described[1], after)]
  const [old, now] = [constBefore ?? valuesOf(described[0], before), constAfter ?? valuesOf(described[1], after)]
  const isConst = (constBefore || constAfter) && (constBefore || !old) && (constAfter || !now)
  if (isConst) {
    const [[oldKey, oldText] = [], [newKey, newText] = []] = [[...(old ?? [])][0], [...(now ?? [])][0]]
    if (oldKey === newKey) return []
    return [finding(relationRules('const', oldKey === undefined ? 'narrower' : newKey === undefined ? 'wider' : 'other'), oldText, newText)]
  }
  if (!old || !now) {
    if (!old && !now) return []
    return old
      ? [finding(['request.enum-dropped', 'response.enum-dropped'], listText(old.values()), '')]
      : [finding(['request.enum-first', 'response.enum-first'], '', listText(now?.values() ?? []))]
  }
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, text]) => text)
  const added = [...now].filter(([key]) => !old.has(key)).map(([, text]) => text)
  const isOpen = Boolean(after.keywords.get('x-extensible-enum') ?? before.keywords.get('x-extensible-enum'))
  return [
    ...(gone.length > 0 ? [finding(['request.enum-gone', 'response.enum-gone'], listText(gone), '')] : []),
    ...(added.length > 0
      ? [finding(['request.enum-new', isOpen ? 'response.enum-new-open' : 'response.enum-new'], '', listText(added))]
      : []),
  ]
}

/** A bound with its keyword. */
interface Bound {
  keyword: string
  text: string
}

const boundOf = ({ keywords }: Shape, keyword: string): Bound | undefined => {
  const text = textOf(keywords.get(keyword))
  return text === '' ? undefined : { keyword, text }
}

/** The stricter one of two bounds; an exclusive one is stricter than an inclusive one with the same number. */
function stricter(inclusive: Bound | undefined, exclusive: Bound | undefined, sign: 1 | -1): Bound | undefined {
  if (!inclusive || !exclusive) return inclusive ?? exclusive
  return compareNumbers(inclusive.text, exclusive.text) * sign > 0 ? inclusive : exclusive
}

const boundText = (bound: Bound | undefined) => (bound ? `${bound.keyword} ${bound.text}` : '')

const looser: readonly [Rule, Rule] = ['request.bound-looser', 'response.bound-looser']
const tighter: readonly [Rule, Rule] = ['request.bound-tighter', 'response.bound-tighter']
/** Neither tighter nor looser: values left and values came. */
const moved: readonly [Rule, Rule] = ['request.bound-tighter', 'response.bound-looser']

/** `sign` is 1 for a lower bound. */
function boundFinding(before: Bound | undefined, after: Bound | undefined, sign: 1 | -1): Finding[] {
  const found = (rules: readonly [Rule, Rule]) => [finding(rules, boundText(before), boundText(after))]
  if (!before || !after) return before ? found(looser) : after ? found(['request.bound-first', 'response.bound-tighter']) : []
  if (sameNumber(before.text) === sameNumber(after.text) && before.keyword === after.keyword) return []
  const difference = compareNumbers(before.text, after.text) * sign
  if (Number.isNaN(difference)) return found(moved)
  if (difference !== 0) return found(difference < 0 ? tighter : looser)
  return found(after.keyword.startsWith('exclusive') ? tighter : looser)
}

const ranges = ['Length', 'Items', 'Properties']

/** Bounds, `multipleOf`, `uniqueItems` and patterns. A pattern is compared as text and never run. */
export function boundFindings({ before, after }: Pair): Finding[] {
  const lower = (shape: Shape) => stricter(boundOf(shape, 'minimum'), boundOf(shape, 'exclusiveMinimum'), 1)
  const upper = (shape: Shape) => stricter(boundOf(shape, 'maximum'), boundOf(shape, 'exclusiveMaximum'), -1)
  return [
    ...boundFinding(lower(before), lower(after), 1),
    ...boundFinding(upper(before), upper(after), -1),
    ...ranges.flatMap((name) => boundFinding(boundOf(before, `min${name}`), boundOf(after, `min${name}`), 1)),
    ...ranges.flatMap((name) => boundFinding(boundOf(before, `max${name}`), boundOf(after, `max${name}`), -1)),
    ...containsBounds({ before, after }),
    ...multiples(boundOf(before, 'multipleOf'), boundOf(after, 'multipleOf')),
    ...unique(isTrue(before.keywords.get('uniqueItems')), isTrue(after.keywords.get('uniqueItems'))),
    ...patterns(textOf(before.keywords.get('pattern')), textOf(after.keywords.get('pattern'))),
  ]
}

/** How many entries must match `contains`: at least one, if the schema does not say it. */
function containsBounds({ before, after }: Pair): Finding[] {
  if (!before.conditions.has('contains') || !after.conditions.has('contains')) return []
  const least = (shape: Shape) => boundOf(shape, 'minContains') ?? { keyword: 'minContains', text: '1' }
  return [
    ...boundFinding(least(before), least(after), 1),
    ...boundFinding(boundOf(before, 'maxContains'), boundOf(after, 'maxContains'), -1),
  ]
}

function multiples(before: Bound | undefined, after: Bound | undefined): Finding[] {
  if (!before || !after) return boundFinding(before, after, 1)
  if (sameNumber(before.text) === sameNumber(after.text)) return []
  const rules = isMultiple(after.text, before.text) ? tighter : isMultiple(before.text, after.text) ? looser : moved
  return [finding(rules, boundText(before), boundText(after))]
}

function unique(before: boolean, after: boolean): Finding[] {
  if (before === after) return []
  return [
    after
      ? finding(['request.unique', 'response.unique'], '', 'uniqueItems')
      : finding(['request.not-unique', 'response.not-unique'], 'uniqueItems', ''),
  ]
}

function patterns(before: string, after: string): Finding[] {
  if (before === after) return []
  const kind = before === '' ? 'first' : after === '' ? 'gone' : 'changed'
  return [finding([`request.pattern-${kind}`, `response.pattern-${kind}`], before, after)]
}
