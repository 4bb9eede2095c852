import { type Language, Refusal } from '@sheaf/contract'
import type { Skipped } from '../../import-plan/types.ts'
import { type Json, textAt } from './json.ts'
import { Refs } from './refs.ts'
import { type Words, wordsOf } from './words.ts'

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
