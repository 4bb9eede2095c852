import type { Operation } from '../openapi/operations.ts'
import type { PartName } from '../parts/keys.ts'
import { matchParts } from '../parts/match.ts'
import { CallComparison } from './compare/calls.ts'
import { type Finding, finding } from './compare/finding.ts'
import { introductionFindings } from './compare/introduction.ts'
import { trimmed } from './compare/path.ts'
import { SchemaComparison } from './compare/schemas.ts'
import { CallInks } from './read/call-ink.ts'
import { forgetTexts, joined, sha256 } from './read/canon.ts'
import { type Call, Described } from './read/described.ts'
import { BOTH, REQUEST, RESPONSE } from './read/ink.ts'
import { type Reach, Uses } from './read/uses.ts'
import { atMost, type ChangeClass, classOf, type Rule, worst } from './rules.ts'

export interface Change extends PartName {
  rule: Rule
  class: ChangeClass
  /** What the part is called: `POST /orders`, the name of a webhook or a schema, '' for the introduction. */
  label: string
  /** The place in the part, in the form of the paths of words; '' for the part itself. */
  path: string
  /** Values or names before and after, cut at 1,000 characters; '' where there is none. */
  before: string
  after: string
  /** The calls that a change in a shared definition concerns, in the order of the description. */
  reaches?: PartName[]
  /** SHA-256 over rule, part, path, before and after. */
  seal: string
}

/** A call or a named schema that is gone and a new one that may be the same, by their keys. `score` is between 0.75 and 1. */
export interface Renaming {
  kind: 'operation' | 'webhook' | 'schema'
  before: string
  after: string
  score: number
}

export interface Changes {
  changes: Change[]
  renamings: Renaming[]
  /** Whether a limit was reached, so that changes or calls in `reaches` are missing. */
  isCut: boolean
}

/** More changes of two versions are not listed. */
const CHANGES_MAX = 10_000

/** The lowest score of a schema that is suggested: half of its fields are the same. */
const RENAMED_SCHEMA_MIN = 0.75

const labelOf = ({ kind, operation }: Call) => (kind === 'webhook' ? operation.path : operation.place)

interface Place extends PartName {
  label: string
}

class Comparison {
  private readonly before: Described
  private readonly after: Described
  private readonly inks: readonly [CallInks, CallInks]
  private readonly uses: readonly [Uses, Uses]
  private readonly schemas: SchemaComparison
  private readonly calls: CallComparison
  private readonly changes: Change[] = []
  private readonly renamings: Renaming[] = []
  /** Changes in shared definitions by rule and place, for their further calls. */
  private readonly shared = new Map<string, Change>()
  /** Calls that are in both versions. */
  private readonly matched: readonly [Set<Operation>, Set<Operation>] = [new Set(), new Set()]

  constructor(before: unknown, after: unknown, today: string) {
    this.before = new Described(before)
    this.after = new Described(after)
    this.inks = [new CallInks(this.before), new CallInks(this.after)]
    this.uses = [new Uses(this.before, this.inks[0]), new Uses(this.after, this.inks[1])]
    this.schemas = new SchemaComparison(
      { described: this.before, inks: this.inks[0].schemas },
      { described: this.after, inks: this.inks[1].schemas },
    )
    this.calls = new CallComparison(this.schemas, ...this.inks, today)
  }

  run(): Changes {
    const operations = this.matching(this.before.operations, this.after.operations)
    const webhooks = this.matching(this.before.webhooks, this.after.webhooks)
    this.introduction()
    for (const pair of [...operations, ...webhooks]) this.call(pair)
    this.namedSchemas()
    this.places()
    this.renamedSchemas()
    const isFull = this.changes.length >= CHANGES_MAX
    const isCut = isFull || this.schemas.isCut || [...this.uses, this.before, this.after].some((one) => one.isCut)
    return { changes: this.changes, renamings: this.renamings, isCut }
  }

  private add(place: Place, one: Finding, rule: Rule, limit: ChangeClass = 'breaking'): Change | undefined {
    if (this.changes.length >= CHANGES_MAX) return undefined
    const { kind, key, label } = place
    const path = trimmed(one.path)
    const seal = sha256(joined([rule, kind, key, path, one.before.text, one.before.hash, one.after.text, one.after.hash]))
    const change: Change = {
      ...{ kind, key, label, path, rule, class: atMost(classOf(rule), limit) },
      ...{ before: one.before.text, after: one.after.text, seal },
    }
    this.changes.push(change)
    return change
  }

  /** Pairs of calls in the order of the new version; a call that is gone follows the one that was before it. */
  private matching(before: readonly Call[], after: readonly Call[]): { before?: Call; after?: Call }[] {
    const row = (index: 0 | 1) => (call: Call) => ({
      call,
      ...call.operation,
      key: call.key,
      id: call.id,
      pieces: this.inks[index].of(call).pieces,
    })
    const { matches, suggestions, gone, added } = matchParts(before.map(row(0)), after.map(row(1)))
    for (const { before: old, after: now, score } of suggestions)
      this.renamings.push({ kind: now.call.kind, before: old.call.key, after: now.call.key, score })
    const places = new Map(after.map((call, index) => [call, index]))
    const partner = new Map(matches.map((match) => [match.before.call, match.after.call]))
    const pairs: { before?: Call; after?: Call; at: number }[] = []
    for (const match of matches) {
      this.matched[0].add(match.before.call.operation)
      this.matched[1].add(match.after.call.operation)
      pairs.push({ before: match.before.call, after: match.after.call, at: places.get(match.after.call) ?? 0 })
    }
    for (const { call } of added) pairs.push({ after: call, at: places.get(call) ?? 0 })
    const lost = new Set(gone.map(({ call }) => call))
    let at = -0.5
    for (const call of before) {
      const now = partner.get(call)
      if (now) at = (places.get(now) ?? 0) + 0.5
      else if (lost.has(call)) pairs.push({ before: call, at })
    }
    return pairs.sort((a, b) => a.at - b.at)
  }

  private introduction(): void {
    const place: Place = { kind: 'introduction', key: 'introduction', label: '' }
    for (const { finding: one, uses } of introductionFindings(this.before, this.after)) {
      const change = this.add(place, one, one.rules[0])
      if (change && uses !== '') this.reach(change, uses)
    }
  }

  private call({ before, after }: { before?: Call; after?: Call }): void {
    const isHook = (before ?? after)?.kind === 'webhook'
    const placeOf = (call: Call): Place => ({ kind: call.kind, key: call.key, label: labelOf(call) })
    if (!before && after)
      this.add(
        placeOf(after),
        finding(isHook ? 'webhook.new' : 'operation.new', '', after.operation.place),
        isHook ? 'webhook.new' : 'operation.new',
      )
    if (before && !after) {
      const rule = isHook ? 'webhook.gone' : this.calls.goneRule(before.operation)
      this.add(placeOf(before), finding(rule, before.operation.place, ''), rule)
    }
    if (!before || !after) return
    const place = placeOf(after)
    this.address(place, before, after)
    const [old, now] = [this.inks[0].of(before), this.inks[1].of(after)]
    // Names and defaults of the path are in no text of the call.
    if (old.shape === now.shape && old.words === now.words && before.operation.path === after.operation.path) return
    for (const { finding: one, side } of this.calls.of(before.operation, after.operation, isHook))
      this.found(place, one, one.rules[side === 'request' ? 0 : 1])
  }

  private address(place: Place, before: Call, after: Call): void {
    const [old, now] = [before.operation, after.operation]
    const isMoved = old.path.replace(/\{[^{}]*\}/g, '{}') !== now.path.replace(/\{[^{}]*\}/g, '{}')
    if (isMoved) this.add(place, finding('operation.address', old.place, now.place), 'operation.address')
    else if (old.method !== now.method) this.add(place, finding('operation.method', old.method, now.method), 'operation.method')
    if (before.id !== after.id) this.add(place, finding('operation.id', before.id, after.id), 'operation.id')
  }

  /** Adds a difference of a call. One in a shared definition is one change with all its calls. */
  private found(place: Place, one: Finding, rule: Rule): void {
    const key = one.origin === '' ? '' : joined([rule, one.origin, one.before.text, one.before.hash, one.after.text, one.after.hash])
    const known = key === '' ? undefined : this.shared.get(key)
    if (known) {
      known.reaches ??= [{ kind: known.kind, key: known.key }]
      const last = known.reaches.at(-1)
      // One call can have the shared definition at several places.
      if (last?.key !== place.key || last.kind !== place.kind) known.reaches.push({ kind: place.kind, key: place.key })
      return
    }
    const isSeen = (one.mask & (rule === one.rules[0] ? REQUEST : RESPONSE)) > 0
    const change = this.add(place, one, rule, isSeen || one.rules[0] === one.rules[1] ? 'breaking' : 'safe')
    if (change && key !== '') this.shared.set(key, change)
  }

  /** The calls of the new version that use a part. */
  private reach(change: Change, key: string): void {
    const calls = namesOf(this.uses[1].reach(key))
    if (calls.length > 0) change.reaches = calls
  }

  /** The directions in which calls of both versions use a schema. */
  private directions(...reaches: readonly [Reach, Reach]): number {
    const [before, after] = reaches.map(({ calls }, index) =>
      calls.reduce((sum, { call, mask }) => (this.matched[index]?.has(call.operation) ? sum | mask : sum), 0),
    )
    return (before ?? 0) & (after ?? 0)
  }

  private namedSchemas(): void {
    const done = new Set<string>()
    const found = new Map<string, { before: string; findings: Finding[] }>()
    const compare = (before: string, after: string) => {
      if (done.has(after)) return
      done.add(after)
      found.set(after, { before, findings: this.schemas.of(this.before.schemas.get(before), this.after.schemas.get(after)) })
    }
    for (const name of this.after.schemas.keys()) if (this.before.schemas.has(name)) compare(name, name)
    // Comparing finds further schemas that only have another name now; the map grows while it is read.
    for (const [before, after] of this.schemas.renamed) compare(before.slice(7), after.slice(7))
    for (const name of this.after.schemas.keys()) {
      const pair = found.get(name)
      if (pair && pair.findings.length > 0) this.schemaChanges(name, `schema ${pair.before}`, `schema ${name}`, pair.findings)
    }
  }

  private schemaChanges(name: string, before: string, after: string, findings: readonly Finding[]): void {
    const reach = this.uses[1].reach(after)
    const directions = this.directions(this.uses[0].reach(before), reach)
    const calls = namesOf(reach)
    for (const one of findings) {
      const mask = one.mask & directions || one.mask
      const [request, response] = one.rules
      const rule = mask === BOTH ? worst(request, response) : mask === RESPONSE ? response : request
      // Where no call of both versions uses the place, whether a program fails cannot be known.
      const limit = directions === 0 ? 'risky' : (one.mask & directions) === 0 ? 'safe' : 'breaking'
      const change = this.add({ kind: 'schema', key: name, label: name }, one, rule, limit)
      if (change && calls.length > 0) change.reaches = calls
    }
  }

  /** Named schemas in the same place that have more in common than not. Others have replaced the former one. */
  private renamedSchemas(): void {
    for (const [before, after] of this.schemas.renamed) {
      const score = 0.5 + this.schemas.likeness(this.before.target(before), this.after.target(after)) / 2
      if (score < RENAMED_SCHEMA_MIN) continue
      this.renamings.push({ kind: 'schema', before: before.slice(7), after: after.slice(7), score: Math.round(score * 1000) / 1000 })
    }
  }

  /** Schemas at other places of the document that references name, unless they were compared as a part of something else. */
  private places(): void {
    for (const key of this.uses[1].inks.keys()) {
      if (!key.startsWith('place ') || !this.uses[0].inks.has(key)) continue
      const [old, now] = [this.before.target(key), this.after.target(key)]
      if (this.schemas.isKnown(old, now)) continue
      const findings = this.schemas.of(old, now)
      const name = /^place #\/(?:components\/schemas|definitions)\/([^/]+)\/(.+)$/.exec(key)
      const reach = this.uses[1].reach(key)
      const directions = this.directions(this.uses[0].reach(key), reach)
      for (const one of findings) {
        const [request, response] = one.rules
        const rule = directions === REQUEST ? request : directions === RESPONSE ? response : worst(request, response)
        const place: Place = name
          ? { kind: 'schema', key: name[1]!, label: name[1]! }
          : { kind: 'introduction', key: 'introduction', label: '' }
        const base = (name?.[2] ?? key.slice(6)).split('/').join('.')
        const change = this.add(place, { ...one, path: `${base}${one.path}` }, rule)
        if (change && reach.calls.length > 0) change.reaches = namesOf(reach)
      }
    }
  }
}

/** The names of calls; the same objects for all changes. */
function namesOf({ calls }: Reach): PartName[] {
  return calls.map(({ call }) => call.name)
}

/**
 * The changes between two parsed descriptions (Swagger 2, OpenAPI 3.0 to 3.2, also of different versions), in the order of the new one.
 * `today` (YYYY-MM-DD) decides whether the sunset of an operation that is gone has passed. Requests nothing and runs no pattern.
 */
export function changesBetween(before: unknown, after: unknown, today: string = new Date().toISOString().slice(0, 10)): Changes {
  try {
    return new Comparison(before, after, today).run()
  } finally {
    forgetTexts()
  }
}
