import { type Html, html, nothing } from './html.ts'
import type { ViewWords } from './words.ts'

/** A field that is new or changed since a version of the last days. */
export interface FieldMark {
  /** As words of people name it; with `schema`, the place in that named schema. */
  path: string
  schema?: string
  isNew: boolean
  /** The version, and its date as 2026-11-28. */
  label: string
  date: string
}

/** Arrays, quotes and the only content type of a body do not distinguish places. */
const plain = (path: string) => path.replace(/\[\]|`|\([^()]*\)/g, '')

const idOf = (schema: string, path: string) => JSON.stringify([schema, plain(path)])

/** The marks of one view, by their places. */
export class Marks {
  private readonly byPlace: Map<string, FieldMark>

  constructor(marks: readonly FieldMark[]) {
    this.byPlace = new Map(marks.map((mark) => [idOf(mark.schema ?? '', mark.path), mark]))
  }

  /** The mark at a path of the part, or at the field `name` of the schema `owner`. */
  at(t: ViewWords, path: string | undefined, owner = '', name = ''): Html {
    if (this.byPlace.size === 0) return nothing
    const own = path === undefined ? undefined : this.byPlace.get(idOf('', path))
    const mark = own ?? (owner ? this.byPlace.get(idOf(owner, name)) : undefined)
    if (!mark) return nothing
    const { isNew, label, date } = mark
    return html` <span class="lately" title="${t.lately(isNew, date, label)}">${isNew ? t.isNew : t.isChanged}</span>`
  }
}
