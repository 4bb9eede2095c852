import { Refusal } from '@sheaf/contract/errors'
import type { Language } from '@sheaf/contract/languages'
import { isObject, type Json, own, textAt } from '../json.ts'
import { type Words, wordsOf } from './words.ts'

/** Longer chains of references count as broken. */
const REF_CHAIN_MAX = 40

const schemaPlace = /^#\/(?:components\/schemas|definitions|\$defs|components\/\w+)\/([^/]+)$/

export function decode(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A literal percent sign.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The target of a reference, with its name. */
interface ResolvedRef {
  value: unknown
  name: string
  /** The last reference of the chain, '' if there was none. */
  ref: string
  /** Sibling keywords of each reference in the chain; earlier ones take precedence. */
  siblings: Json[]
  problem?: 'remote' | 'link'
}

/** Resolves references within the document. External references are never fetched. */
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

  /** Follows `value` through all references; a value that is not a reference is returned as it is. */
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
    const siblings: Json[] = []
    let at = value
    let [name, last] = ['', '']
    for (let ref = Refs.of(at); ref !== undefined; ref = Refs.of(at)) {
      const { $ref: _ref, $dynamicRef: _dynamic, ...rest } = at as Json
      if (Object.keys(rest).length > 0) siblings.push(rest)
      const local = this.localOf(ref)
      last = local ?? ref
      name = schemaPlace.exec(last)?.[1] ?? (name || (last.split('/').at(-1) ?? ''))
      if (local === undefined) return { value: undefined, name: ref, ref, siblings, problem: 'remote' }
      this.used.add(local)
      at = siblings.length < REF_CHAIN_MAX ? this.at(local) : undefined
      if (at === undefined || at === value || this.isLoop(at, value))
        return { value: undefined, name: decode(name), ref: last, siblings, problem: 'link' }
    }
    return { value: at, name: decode(name), ref: last, siblings }
  }

  /** The resolved value; undefined for a broken reference. Sibling keywords of the reference take precedence. */
  resolve(value: unknown): unknown {
    if (Refs.of(value) === undefined) return value
    const found = this.follow(value)
    if (found.siblings.length === 0 || !isObject(found.value)) return found.value ?? found.siblings[0]
    return Object.assign({}, found.value, ...found.siblings.toReversed())
  }

  /** The reference in local form (`#…`); undefined for an external reference. */
  localOf(ref: string): string | undefined {
    if (ref.startsWith('#')) return ref
    const [file = '', hash] = ref.split('#', 2)
    if (hash !== undefined && this.fileName !== '' && file.replace(/^\.\//, '') === this.fileName) return `#${hash}`
    // Older documents refer to a definition by its name only.
    return /^[\w-]+$/.test(ref) && own(own(this.root, 'definitions'), ref) !== undefined ? `#/definitions/${ref}` : undefined
  }

  at(ref: string): unknown {
    if (ref === '#') return this.root
    if (!ref.startsWith('#/')) return this.anchorsOf().get(ref.slice(1))
    let at: unknown = this.root
    for (const part of ref.slice(2).split('/')) at = Array.isArray(at) && /^\d{1,6}$/.test(part) ? at[Number(part)] : own(at, decode(part))
    return at
  }

  /** Whether references form a circle without a value. */
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

/** Limits of generated text. Above the first, schemas with their own page are linked and not repeated. Above the second, the import fails. */
const REPEAT_MAX_CHARACTERS = 60_000_000
const TOTAL_MAX_CHARACTERS = 300_000_000
/** Limits of schemas that are expanded for one page, and for all pages. */
const PAGE_SCHEMAS_MAX = 30_000
const TOTAL_SCHEMAS_MAX = 12_000_000

/** A part of the document that pages do not show as it is, and the reason. `name` is its position in the document. */
export interface Omission {
  name: string
  reason: 'depth' | 'link' | 'remote' | 'size' | 'unsupported'
}

/** The document, and the shared state of the import: links, report and limits. */
export class Source {
  readonly root: Json
  readonly language: Language
  readonly t: Words
  readonly refs: Refs
  /** True for Swagger 2, which has different keywords. */
  readonly isSwagger: boolean
  /** True if pages are written in the format of API clients. */
  readonly client: boolean
  /** Links to the pages of schemas: schema name → placeholder of the URL. */
  readonly schemaLinks = new Map<string, string>()
  /** Links to the pages of operations: operationId or JSON pointer → placeholder of the URL. */
  readonly operationLinks = new Map<string, string>()
  private readonly reported = new Map<string, Omission>()
  private written = 0
  private readonly pageSchemas: number
  private steps: number
  private allSteps = TOTAL_SCHEMAS_MAX

  constructor(root: Json, language: Language, fileName: string, client = false, pageSchemas = PAGE_SCHEMAS_MAX) {
    this.client = client
    this.pageSchemas = pageSchemas
    this.steps = pageSchemas
    this.root = root
    this.language = language
    this.t = wordsOf(language)
    this.refs = new Refs(root, fileName)
    this.isSwagger = textAt(root, 'swagger') !== '' && textAt(root, 'openapi') === ''
  }

  report(name: string, reason: Omission['reason']): void {
    const shown = name.slice(0, 500)
    this.reported.set(`${reason} ${shown}`, { name: shown, reason })
  }

  get skipped(): Omission[] {
    return [...this.reported.values()]
  }

  /** Counts generated characters, because references can multiply a text. Refuses with importTextTooBig above the limit. */
  countCharacters(characters: number): void {
    this.written += characters
    if (this.written > TOTAL_MAX_CHARACTERS) throw new Refusal('importTextTooBig', { limit: `${TOTAL_MAX_CHARACTERS / 1_000_000} MB` })
  }

  /** Resets the schema limit for a new page. The limit is lower once the document exceeds its total limit. */
  startPage(): void {
    this.steps = this.isTotalLimitReached ? this.pageSchemas / 20 : this.pageSchemas
  }

  /** Counts an expanded schema and returns false above the limit of the page. The limit bounds schemas that branch at every level. */
  takeStep(): boolean {
    this.allSteps--
    return this.steps-- > 0
  }

  /** Whether the current page has reached its schema limit. */
  get isPageLimitReached(): boolean {
    return this.steps <= 0
  }

  /** Whether the document has exceeded a total limit, so that schemas with their own page are not repeated. */
  get isTotalLimitReached(): boolean {
    return this.written > REPEAT_MAX_CHARACTERS || this.allSteps <= 0
  }
}
