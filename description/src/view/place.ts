import type { Language } from '@sheaf/contract/languages'
import { safeId, unusedId } from '@sheaf/markdown/anchors'
import type { ApiServer } from '../call/call.ts'
import type { At } from './at.ts'
import { type Html, html, nothing } from './html.ts'
import { type FieldMark, Marks } from './marks.ts'
import { typeNames, typeParts } from './type-names.ts'
import { type ViewWords, viewWords } from './words.ts'

/** The names of the schemas of a source, and the address of the page that shows the view of each. */
export interface SchemaLinks {
  names: ReadonlySet<string>
  address: string
}

interface PlaceOptions {
  isWorded: boolean
  schemas?: SchemaLinks | undefined
  marks?: readonly FieldMark[] | undefined
  source?: string
  environments?: readonly ApiServer[] | undefined
}

/** What the writers of one view share: texts, anchors and limits. */
export class Place {
  readonly language: Language
  readonly t: ViewWords
  /** The name of the source that the call is from; '' if it is from none. */
  readonly source: string
  /** The environments of the item that its readers see. */
  readonly environments: readonly ApiServer[]
  /** Distinguishes the radio buttons of several views on a page. */
  readonly number: number
  private readonly ids: Map<string, number>
  private groups = 0
  private fieldsLeft: { count: number }
  /** Whether people write words about the call: it is a part of a source. */
  private isWorded: boolean

  private readonly schemas: SchemaLinks | undefined
  private readonly marks: Marks

  constructor(
    language: Language,
    ids: Map<string, number>,
    number: number,
    fieldsLeft: { count: number },
    { isWorded, schemas, marks = [], source = '', environments = [] }: PlaceOptions,
  ) {
    this.source = source
    this.environments = environments
    this.schemas = schemas
    this.marks = new Marks(marks)
    this.language = language
    this.t = viewWords(language)
    this.ids = ids
    this.number = number
    this.fieldsLeft = fieldsLeft
    this.isWorded = isWorded
  }

  /** The type of a field, in which the names of schemas are links to their views. */
  type(type: string): Html {
    return html`${typeParts(type).map((part) => {
      const address = this.schemaIn(part)
      return address === undefined ? html`${part}` : html`<a class="pschema" href="${address}">${part}</a>`
    })}`
  }

  /** The address of the view of the schema that a type names; undefined if it names none or several. */
  schemaIn(type: string): string | undefined {
    const { schemas } = this
    const named = typeNames(type).filter((part) => schemas?.names.has(part))
    const [only] = named
    return schemas && only !== undefined && named.length === 1 ? `${schemas.address}?schema=${encodeURIComponent(only)}` : undefined
  }

  /** That a place is new or changed lately; `name` is its name in the schema that has it. */
  mark({ path, owner }: At, name: string): Html {
    return this.marks.at(this.t, path, owner, name)
  }

  /** An anchor that the page does not have yet. Characters that an anchor cannot have become `_`. */
  anchor(path: string): string {
    const own = path.replace(/\[\]/g, '').replace(/[^\p{L}\p{N}_:.-]+/gu, '_')
    return unusedId(this.ids, safeId(own.slice(0, 160)) ?? 'field')
  }

  /** The path by which people write words about the place with the anchor `id`: most anchors are that path. */
  words({ path = '' }: At, id: string): Html {
    return this.isWorded && path !== id ? html` data-words="${path}"` : nothing
  }

  /** The named schema that has the field, for words everywhere it is used, and the one whose words the field shows. */
  shared({ near }: At, wordsOf = ''): Html {
    if (!this.isWorded || !near || !this.schemas?.names.has(near.schema)) return nothing
    const from = wordsOf ? html` data-from="${wordsOf}"` : nothing
    return html` data-schema="${near.schema}" data-inside="${near.path}"${from}`
  }

  /** Where people write words about a place without an anchor; only scripts show it. */
  spot({ path }: At): Html {
    return this.isWorded && path !== undefined ? html`<div class="spot" data-words="${path}" hidden></div>` : nothing
  }

  /** A name for the radio buttons of one choice. */
  group(): string {
    this.groups++
    return `choice-${this.number}-${this.groups}`
  }

  /** Whether one more field fits into the page. */
  takeField(): boolean {
    return this.fieldsLeft.count-- > 0
  }
}
