import { type Language, Refusal } from '@sheaf/contract'
import type { Skipped } from '../../import-plan/plan.ts'
import { isObject, type Json, own, textAt } from './json.ts'
import { type Words, wordsOf } from './words.ts'

/** A chain of references longer than this leads nowhere. */
const REF_CHAIN_MAX = 40

const schemaPlace = /^#\/(?:components\/schemas|definitions|\$defs|components\/\w+)\/([^/]+)$/

function decode(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A percent sign that means itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** What a reference leads to, and what it is called there. */
interface ResolvedRef {
  value: unknown
  name: string
  /** The last reference of the chain, '' where there was none. */
  ref: string
  /** What stood beside the references; the first says more than the last. */
  beside: Json[]
  problem?: 'remote' | 'link'
}

/** Follows references inside of the document. What lies elsewhere is never fetched. */
export class Refs {
  readonly used = new Set<string>()
  private readonly root: unknown
  private readonly fileName: string
  private anchors: Map<string, Json> | undefined
  private readonly known = new Map<string, ResolvedRef>()

  constructor(root: unknown, fileName: string) {
    this.root = root
    this.fileName = fileName
  }

  static of(value: unknown): string | undefined {
    const ref = own(value, '$ref') ?? own(value, '$dynamicRef')
    return typeof ref === 'string' ? ref : undefined
  }

  /** Follows `value` as far as it is a reference. */
  follow(value: unknown): ResolvedRef {
    const ref = Refs.of(value)
    const isBare = ref !== undefined && Object.keys(value as Json).length === 1
    const known = isBare ? this.known.get(ref) : undefined
    if (known) return known
    const found = this.followed(value)
    if (isBare) this.known.set(ref, found)
    return found
  }

  private followed(value: unknown): ResolvedRef {
    const beside: Json[] = []
    let at = value
    let [name, last] = ['', '']
    for (let ref = Refs.of(at); ref !== undefined; ref = Refs.of(at)) {
      const { $ref: _ref, $dynamicRef: _dynamic, ...rest } = at as Json
      if (Object.keys(rest).length > 0) beside.push(rest)
      const local = this.localOf(ref)
      last = local ?? ref
      name = schemaPlace.exec(last)?.[1] ?? (name || (last.split('/').at(-1) ?? ''))
      if (local === undefined) return { value: undefined, name: ref, ref, beside, problem: 'remote' }
      this.used.add(local)
      at = beside.length < REF_CHAIN_MAX ? this.at(local) : undefined
      if (at === undefined || at === value || this.isLoop(at, value))
        return { value: undefined, name: decode(name), ref: last, beside, problem: 'link' }
    }
    return { value: at, name: decode(name), ref: last, beside }
  }

  /** The value a reference leads to in the end; undefined when it leads nowhere. What stands beside the reference wins. */
  resolve(value: unknown): unknown {
    if (Refs.of(value) === undefined) return value
    const found = this.follow(value)
    if (found.beside.length === 0 || !isObject(found.value)) return found.value ?? found.beside[0]
    return Object.assign({}, found.value, ...found.beside.toReversed())
  }

  /** The reference as one within this document; undefined when it leads out of it. */
  localOf(ref: string): string | undefined {
    if (ref.startsWith('#')) return ref
    const [file = '', hash] = ref.split('#', 2)
    if (hash !== undefined && this.fileName !== '' && file.replace(/^\.\//, '') === this.fileName) return `#${hash}`
    // Older documents name a definition without saying where it is.
    return /^[\w-]+$/.test(ref) && own(own(this.root, 'definitions'), ref) !== undefined ? `#/definitions/${ref}` : undefined
  }

  at(ref: string): unknown {
    if (ref === '#') return this.root
    if (!ref.startsWith('#/')) return this.anchorsOf().get(ref.slice(1))
    let at: unknown = this.root
    for (const part of ref.slice(2).split('/')) at = Array.isArray(at) && /^\d{1,6}$/.test(part) ? at[Number(part)] : own(at, decode(part))
    return at
  }

  /** References that only lead to each other. */
  private isLoop(at: unknown, start: unknown): boolean {
    const seen = new Set([start])
    for (let ref = Refs.of(at); ref !== undefined; ref = Refs.of(at)) {
      if (seen.has(at) || seen.size > REF_CHAIN_MAX) return true
      seen.add(at)
      const local = this.localOf(ref)
      if (local === undefined) return false
      at = this.at(local)
    }
    return false
  }

  private anchorsOf(): Map<string, Json> {
    if (this.anchors) return this.anchors
    this.anchors = new Map()
    const seen = new Set<unknown>()
    const open = [this.root]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next !== 'object' || next === null || seen.has(next)) continue
      seen.add(next)
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = own(next, key)
        if (typeof name === 'string' && isObject(next) && !this.anchors.has(name)) this.anchors.set(name, next)
      }
      for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner)
    }
    return this.anchors
  }
}

/** Characters from which on what has a page of its own is named and no longer repeated, and characters nothing may go beyond. */
const REPEAT_MAX_CHARACTERS = 60_000_000
const TOTAL_MAX_CHARACTERS = 300_000_000
/** Schemas that are looked into for one page, and for all of them. */
const PAGE_SCHEMAS_MAX = 30_000
const TOTAL_SCHEMAS_MAX = 12_000_000

/** The document and everything that is known while its pages are made. */
export class Source {
  readonly root: Json
  readonly language: Language
  readonly t: Words
  readonly refs: Refs
  /** Swagger 2 has its own names for many things. */
  readonly isSwagger: boolean
  /** Calls are written as API clients keep them. */
  readonly client: boolean
  /** Where a named schema has its page: name → placeholder of its address. */
  readonly schemaLinks = new Map<string, string>()
  /** Where an operation has its page: operationId → placeholder of its address. */
  readonly operationLinks = new Map<string, string>()
  private readonly reported = new Map<string, Skipped>()
  private written = 0
  private steps = PAGE_SCHEMAS_MAX
  private allSteps = TOTAL_SCHEMAS_MAX

  constructor(root: Json, language: Language, fileName: string, client = false) {
    this.client = client
    this.root = root
    this.language = language
    this.t = wordsOf(language)
    this.refs = new Refs(root, fileName)
    this.isSwagger = textAt(root, 'swagger') !== '' && textAt(root, 'openapi') === ''
  }

  report(name: string, reason: Skipped['reason']): void {
    const shown = name.slice(0, 500)
    this.reported.set(`${reason} ${shown}`, { name: shown, reason })
  }

  get skipped(): Skipped[] {
    return [...this.reported.values()]
  }

  /** Counts what pages hold; what refers to one thing a thousand times must not become a thousand times as large. */
  wrote(characters: number): void {
    this.written += characters
    if (this.written > TOTAL_MAX_CHARACTERS) throw new Refusal('importTextTooBig', { limit: `${TOTAL_MAX_CHARACTERS / 1_000_000} MB` })
  }

  /** Each page may look into so many schemas; when all of them together took too many, into few. */
  startPage(): void {
    this.steps = this.isFull ? PAGE_SCHEMAS_MAX / 20 : PAGE_SCHEMAS_MAX
  }

  /** Whether one more schema may be looked into: what branches at every level would never end. */
  step(): boolean {
    this.allSteps--
    return this.steps-- > 0
  }

  get isTired(): boolean {
    return this.steps <= 0
  }

  get isFull(): boolean {
    return this.written > REPEAT_MAX_CHARACTERS || this.allSteps <= 0
  }
}
