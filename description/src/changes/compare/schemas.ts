import { isObject, type Json, listOf, textOf } from '../../json.ts'
import type { Described } from '../read/described.ts'
import { maskOf, nameOfSchema, type SchemaInks } from '../read/ink.ts'
import { outline, type Shape } from '../read/shape.ts'
import type { Rule } from '../rules.ts'
import { type Finding, finding, within } from './finding.ts'
import { branchPath, fieldPath } from './path.ts'
import { fieldDifference, schemaTexts } from './schema-words.ts'
import { boundFindings, type Pair, typeFindings, typeText, valueFindings } from './values.ts'

/** One version of a description with its texts. */
export interface Version {
  described: Described
  inks: SchemaInks
}

/** Limits: pairs of schemas that are compared, levels, differences of one pair, and references that are followed to find a field. */
const PAIRS_MAX = 400_000
const DEPTH_MAX = 100
const FINDINGS_MAX = 1000
const FOLLOWED_MAX = 200
const LIST_MAX = 1000

/** A schema that allows everything. */
const ANY: Json = {}

/** Compares schemas. What both versions refer to by the same name is not compared again at its uses. */
export class SchemaComparison {
  readonly before: Version
  readonly after: Version
  /** Named schemas that only have another name now: old name to new one. */
  readonly renamed = new Map<string, string>()
  /** Whether a limit was reached, so that changes can be missing. */
  isCut = false
  private readonly newNames = new Map<string, string>()
  private readonly known = new Map<object, Map<object, Finding[]>>()
  private depth = 0
  private left = PAIRS_MAX

  constructor(before: Version, after: Version) {
    this.before = before
    this.after = after
  }

  /** Whether this pair has been compared as a part of another one. */
  isKnown(before: unknown, after: unknown): boolean {
    return isObject(before) && isObject(after) && this.known.get(before)?.has(after) === true
  }

  /** The differences of two schemas; undefined is a schema that allows everything. */
  of(givenBefore: unknown, givenAfter: unknown): Finding[] {
    const [before, after] = [givenBefore ?? ANY, givenAfter ?? ANY]
    const [old, now] = [this.before.inks.of(before), this.after.inks.of(after)]
    if (old.shape === now.shape && old.words === now.words) return []
    const known = isObject(before) && isObject(after) ? this.known.get(before)?.get(after) : undefined
    if (known) return known
    if (this.left-- <= 0 || this.depth >= DEPTH_MAX) {
      this.isCut = true
      return []
    }
    // Pairs that contain themselves are equal at their inner place, unless they differ somewhere else.
    this.note(before, after, [])
    this.depth++
    const found = this.compared(before, after)
    this.depth--
    if (found.length > FINDINGS_MAX) this.isCut = true
    const findings = found.slice(0, FINDINGS_MAX)
    this.note(before, after, findings)
    return findings
  }

  /** The share of the fields of two named schemas that are the same, from 0 to 1; of schemas without fields, whether they are the same. */
  likeness(before: unknown, after: unknown): number {
    const [old, now] = [outline(this.before.described, before), outline(this.after.described, after)]
    const names = new Set([...old.properties.keys(), ...now.properties.keys()])
    const refs = new Set([...[...old.refs].map((key) => this.renamed.get(key) ?? key), ...now.refs])
    const all = names.size + refs.size
    if (all === 0) return this.of(before, after).length === 0 ? 1 : 0
    let same = [...old.refs].filter((key) => now.refs.has(this.renamed.get(key) ?? key)).length
    for (const [name, field] of now.properties)
      if (old.properties.has(name) && this.of(old.properties.get(name), field).every(isAboutWords)) same++
    return same / all
  }

  private note(before: unknown, after: unknown, findings: Finding[]): void {
    if (!isObject(before) || !isObject(after)) return
    const inner = this.known.get(before) ?? new Map<object, Finding[]>()
    inner.set(after, findings)
    this.known.set(before, inner)
  }

  private compared(before: unknown, after: unknown): Finding[] {
    const [one, other] = [outline(this.before.described, before), outline(this.after.described, after)]
    // A schema that became one of several alternatives, or the only one of them, is compared with them.
    const [old, now] = [one.groups, other.groups]
    if (old.length === 0 && now.length === 1 && isBare(other) && !isBare(one)) return this.alternatives([before], now[0]!.branches)
    if (old.length === 1 && now.length === 0 && isBare(one) && !isBare(other)) return this.alternatives(old[0]!.branches, [after])
    const gone = [...one.refs].filter((key) => !other.refs.has(key) && !other.refs.has(this.renamed.get(key) ?? ''))
    const added = [...other.refs].filter((key) => !one.refs.has(key) && !one.refs.has(this.newNames.get(key) ?? ''))
    if (gone.length === 0 && added.length === 0) return this.shapes({ before: one, after: other })
    if (gone.length === 1 && added.length === 1 && this.isRenamed(gone[0]!, added[0]!)) return this.shapes({ before: one, after: other })
    const isBroken = (described: Described, keys: string[]) => keys.some((key) => described.target(key) === undefined)
    if (isBroken(this.before.described, gone) || isBroken(this.after.described, added))
      return [finding('schema.reference', namesIn(gone), namesIn(added))]
    // What both refer to stays a name, the rest is compared with its content.
    const [goneKeys, addedKeys] = [new Set(gone), new Set(added)]
    const pair = {
      before: outline(this.before.described, before, (key) => !goneKeys.has(key) && one.refs.has(key)),
      after: outline(this.after.described, after, (key) => !addedKeys.has(key) && other.refs.has(key)),
    }
    return this.shapes(pair)
  }

  /** Whether a named schema only got another name. Its content is compared once, as that of a named schema. */
  private isRenamed(old: string, now: string): boolean {
    if (!old.startsWith('schema ') || !now.startsWith('schema ')) return false
    const [from, to] = [old.slice(7), now.slice(7)]
    const isFree = !this.after.described.schemas.has(from) && !this.before.described.schemas.has(to)
    if (!isFree || this.renamed.has(old) || this.newNames.has(now)) return this.renamed.get(old) === now
    if (this.before.described.schemas.get(from) === undefined || this.after.described.schemas.get(to) === undefined) return false
    this.renamed.set(old, now)
    this.newNames.set(now, old)
    return true
  }

  private shapes(pair: Pair): Finding[] {
    const { before, after } = pair
    const words = schemaTexts([this.before.described, this.after.described], pair)
    const { findings: types, isOther } = typeFindings(pair, this.typesOf(this.before, before), this.typesOf(this.after, after))
    // Where there is nothing else, an added or removed type is the whole change.
    if (isOther || (types.length > 0 && (isEmpty(before) || isEmpty(after)))) return [...types, ...words]
    return [
      ...types,
      ...valueFindings([this.before.described, this.after.described], pair),
      ...boundFindings(pair),
      ...fieldDifference([this.before.described, this.after.described], pair),
      ...this.fields(pair),
      ...this.lists(pair),
      ...this.others(pair),
      ...this.branches(pair),
      ...this.conditions(pair),
      ...words,
    ]
  }

  /** The types of a shape, or those of what it refers to. */
  private typesOf({ described }: Version, shape: Shape): ReadonlySet<string> | undefined {
    if (shape.types || shape.refs.size === 0) return shape.types
    for (const target of followed(described, shape)) if (target.types) return target.types
    return undefined
  }

  private fields({ before, after }: Pair): Finding[] {
    const found: Finding[] = []
    for (const [name, now] of after.properties) {
      if (found.length > FINDINGS_MAX) break
      const old = before.properties.get(name) ?? fieldIn(this.before.described, before, name)?.schema
      const isRequired = after.required.has(name)
      const path = fieldPath(name)
      if (old === undefined) {
        const rules: [Rule, Rule] = [isRequired ? 'request.field-new-required' : 'request.field-new', 'response.field-new']
        found.push(finding(rules, '', this.typeName(this.after, now), path, maskOf(now)))
        continue
      }
      const mask = maskOf(old) & maskOf(now)
      found.push(...this.required(name, before, after, mask || 3))
      found.push(...readOnly(old, now, isRequired, before.required.has(name), path))
      const own = before.properties.has(name) ? now : { allOf: [old, now] }
      found.push(...within(path, this.of(old, own), mask || 3))
    }
    for (const [name, old] of before.properties) {
      if (after.properties.has(name) || found.length > FINDINGS_MAX) continue
      const inherited = fieldIn(this.after.described, after, name)
      if (inherited) {
        found.push(...within(fieldPath(name), this.of({ allOf: [inherited.schema, old] }, inherited.schema)))
        continue
      }
      const rules: [Rule, Rule] = ['request.field-gone', before.required.has(name) ? 'response.field-gone' : 'response.field-gone-optional']
      found.push(finding(rules, this.typeName(this.before, old), '', fieldPath(name), maskOf(old)))
    }
    return [...found, ...this.requiredOnly({ before, after })]
  }

  private required(name: string, before: Shape, after: Shape, mask: number): Finding[] {
    let [old, now] = [before.required.has(name), after.required.has(name)]
    if (old === now) return []
    // What a field lacks here can be in what both versions refer to.
    old ||= fieldIn(this.before.described, before, name)?.isRequired === true
    now ||= fieldIn(this.after.described, after, name)?.isRequired === true
    if (old === now) return []
    const rules: [Rule, Rule] = now
      ? ['request.field-required', 'response.field-required']
      : ['request.field-optional', 'response.field-optional']
    return [finding(rules, '', '', fieldPath(name), mask)]
  }

  /** Names in `required` whose fields are defined elsewhere or nowhere. */
  private requiredOnly({ before, after }: Pair): Finding[] {
    const names = new Set([...after.required, ...before.required])
    const isHere = (name: string) => before.properties.has(name) || after.properties.has(name)
    return [...names].filter((name) => !isHere(name)).flatMap((name) => this.required(name, before, after, 3))
  }

  private typeName({ described }: Version, schema: unknown): string {
    return described.refKey(schema) === undefined ? typeText(outline(described, schema)) : nameOfSchema(described, schema)
  }

  private lists({ before, after }: Pair): Finding[] {
    const found = within('[]', this.of(before.items, after.items))
    const count = Math.min(Math.max(before.prefixItems.length, after.prefixItems.length), LIST_MAX)
    for (let index = 0; index < count; index++)
      found.push(...within(`[${index}]`, this.of(before.prefixItems[index], after.prefixItems[index])))
    return found
  }

  private others({ before, after }: Pair): Finding[] {
    const found: Finding[] = []
    if (before.isClosed !== after.isClosed)
      found.push(finding(after.isClosed ? ['request.closed', 'response.closed'] : ['request.opened', 'response.opened'], '', ''))
    else if (!after.isClosed) found.push(...within('.*', this.of(before.additional, after.additional)))
    for (const [pattern, now] of after.patternProperties) {
      const old = before.patternProperties.get(pattern)
      if (old === undefined) found.push(finding(['request.condition-new', 'response.condition-new'], '', `patternProperties ${pattern}`))
      else found.push(...within(fieldPath(`/${pattern}/`), this.of(old, now)))
    }
    for (const pattern of before.patternProperties.keys())
      if (!after.patternProperties.has(pattern))
        found.push(finding(['request.condition-gone', 'response.condition-gone'], `patternProperties ${pattern}`, ''))
    return found
  }

  private conditions({ before, after }: Pair): Finding[] {
    const found: Finding[] = []
    for (const key of [...new Set([...before.conditions.keys(), ...after.conditions.keys()])].sort()) {
      const [old, now] = [before.conditions.get(key), after.conditions.get(key)]
      const isSame = old && now && this.before.inks.condition(key, old).shape === this.after.inks.condition(key, now).shape
      const kind = old ? (now ? 'changed' : 'gone') : 'new'
      if (kind === 'changed' && key === 'dependentRequired') found.push(...dependents(requirements(old), requirements(now)))
      else if (!isSame) found.push(finding([`request.condition-${kind}`, `response.condition-${kind}`], old ? key : '', now ? key : ''))
    }
    return found
  }

  private branches({ before, after }: Pair): Finding[] {
    const [old, now] = [before.groups, after.groups]
    const found: Finding[] = []
    for (let index = 0; index < Math.max(old.length, now.length); index++) {
      const [one, other] = [old[index], now[index]]
      if (!one) found.push(finding(['request.condition-new', 'response.condition-new'], '', other?.keyword))
      else if (!other) found.push(finding(['request.condition-gone', 'response.condition-gone'], one.keyword, ''))
      else {
        if (one.keyword !== other.keyword) found.push(finding('schema.detail', one.keyword, other.keyword))
        found.push(...this.alternatives(one.branches, other.branches))
      }
    }
    return found
  }

  private alternatives(before: readonly unknown[], after: readonly unknown[]): Finding[] {
    const { pairs, gone, added } = this.paired(before, after)
    const name = ({ described }: Version, schema: unknown, index: number) => nameOfSchema(described, schema) || String(index + 1)
    const found = pairs.flatMap(([one, other]) =>
      within(branchPath(name(this.after, after[other], other)), this.of(before[one], after[other])),
    )
    for (const index of gone)
      found.push(finding(['request.branch-gone', 'response.branch-gone'], name(this.before, before[index], index), ''))
    for (const index of added) found.push(finding(['request.branch-new', 'response.branch-new'], '', name(this.after, after[index], index)))
    return found
  }

  /** Pairs alternatives: equal ones, then those with the same name, then those with the same type, then a single rest. */
  private paired(before: readonly unknown[], after: readonly unknown[]) {
    const pairs: [number, number][] = []
    let [old, now] = [[...before.keys()], [...after.keys()]]
    const pass = (textOf: (version: Version, schema: unknown) => string, isUnique: boolean) => {
      const targets = group(now, (index) => textOf(this.after, after[index]))
      const sources = group(old, (index) => textOf(this.before, before[index]))
      const taken = new Set<number>()
      old = old.filter((index) => {
        const text = textOf(this.before, before[index])
        const list = targets.get(text) ?? []
        if (text === '' || list.length === 0 || (isUnique && (list.length > 1 || sources.get(text)?.length !== 1))) return true
        const target = list.shift()!
        pairs.push([index, target])
        taken.add(target)
        return false
      })
      now = now.filter((index) => !taken.has(index))
    }
    pass((version, schema) => `${version.inks.of(schema).shape} ${version.inks.of(schema).words}`, false)
    pass((version, schema) => version.inks.of(schema).shape || ' ', false)
    pass((version, schema) => this.sameName(version, schema), true)
    pass((version, schema) => textOfType(outline(version.described, schema)), true)
    if (old.length === 1 && now.length === 1) pairs.push([old.pop()!, now.pop()!])
    pairs.sort(([, a], [, b]) => a - b)
    return { pairs, gone: old, added: now }
  }

  private sameName(version: Version, schema: unknown): string {
    const name = nameOfSchema(version.described, schema)
    const key = version.described.refKey(schema)
    const renamed = version === this.before && key !== undefined ? this.renamed.get(key) : undefined
    return renamed === undefined ? name : renamed.slice(7)
  }
}

const isAboutWords = ({ rules }: Finding) => rules.every((rule) => rule.startsWith('words.'))

/** What `dependentRequired` demands: a field, and another one that it needs. */
function requirements(values: readonly unknown[] = []): Set<string> {
  const rows = values.filter(isObject).flatMap((value) => Object.entries(value))
  return new Set(rows.flatMap(([name, needed]) => listOf(needed).map((other) => `${name}: ${textOf(other)}`)))
}

function dependents(before: Set<string>, after: Set<string>): Finding[] {
  const text = (all: string[]) => `dependentRequired ${all.slice(0, 20).join(', ')}`
  const [gone, added] = [[...before].filter((one) => !after.has(one)), [...after].filter((one) => !before.has(one))]
  return [
    ...(gone.length > 0 ? [finding(['request.condition-gone', 'response.condition-gone'], text(gone), '')] : []),
    ...(added.length > 0 ? [finding(['request.condition-new', 'response.condition-new'], '', text(added))] : []),
  ]
}

const textOfType = ({ types, refs }: Shape) => (refs.size > 0 || !types ? '' : [...types].sort().join(' '))

const namesIn = (keys: readonly string[]) => keys.map((key) => key.slice(key.indexOf(' ') + 1)).join(', ')

/** Whether a shape allows every value. */
const isEmpty = (shape: Shape) =>
  !shape.types &&
  !shape.isClosed &&
  isBare(shape) &&
  shape.groups.length === 0 &&
  shape.additional === undefined &&
  shape.patternProperties.size === 0 &&
  shape.keywords.size === 0

/** Whether a shape consists of its alternatives alone. */
const isBare = ({ refs, properties, required, keywords, items, conditions }: Shape) =>
  refs.size === 0 &&
  properties.size === 0 &&
  required.size === 0 &&
  items === undefined &&
  conditions.size === 0 &&
  ![...keywords.keys()].some((key) => ['enum', 'const', 'format', 'pattern'].includes(key))

function group<Value>(values: readonly Value[], textOf: (value: Value) => string): Map<string, Value[]> {
  const found = new Map<string, Value[]>()
  for (const value of values) {
    const list = found.get(textOf(value))
    if (list) list.push(value)
    else found.set(textOf(value), [value])
  }
  return found
}

/** What a shape refers to, directly or through further references. */
function* followed(described: Described, shape: Shape): Generator<Shape> {
  const seen = new Set(shape.refs)
  for (const key of seen) {
    if (seen.size > FOLLOWED_MAX) return
    const target = outline(described, described.target(key))
    for (const inner of target.refs) seen.add(inner)
    yield target
  }
}

/** A field that a shape has from what it refers to. */
function fieldIn(described: Described, shape: Shape, name: string): { schema: unknown; isRequired: boolean } | undefined {
  if (shape.refs.size === 0) return undefined
  const schemas: unknown[] = []
  let isRequired = false
  for (const target of followed(described, shape)) {
    isRequired ||= target.required.has(name)
    if (target.properties.has(name)) schemas.push(target.properties.get(name))
  }
  if (schemas.length === 0) return undefined
  return { schema: schemas.length === 1 ? schemas[0] : { allOf: schemas }, isRequired }
}

/** A field that is in no request any more, or in no response. */
function readOnly(before: unknown, after: unknown, isRequired: boolean, wasRequired: boolean, path: string): Finding[] {
  const [old, now] = [maskOf(before), maskOf(after)]
  if (old === now) return []
  const found: Finding[] = []
  const add = (request: Rule, response: Rule) => found.push(finding([request, response], '', '', path))
  if (now === 2) add('request.read-only', 'response.read-only')
  if (old === 2) add(isRequired ? 'request.not-read-only-required' : 'request.not-read-only', 'response.not-read-only')
  if (now === 1) add('request.write-only', wasRequired ? 'response.write-only-required' : 'response.write-only')
  if (old === 1) add('request.not-write-only', 'response.not-write-only')
  return found
}
