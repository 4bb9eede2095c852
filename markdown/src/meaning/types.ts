/** What a part of a change means. The text is made when it is read (words.ts), so that it is in the language of the reader. */
export type MeaningKind =
  | 'title'
  | 'endpoint.added'
  | 'endpoint.removed'
  | 'endpoint.method'
  | 'endpoint.path'
  | 'section.added'
  | 'section.removed'
  | 'section.renamed'
  | 'field.added'
  | 'field.removed'
  | 'field.renamed'
  | 'field.type'
  | 'field.required'
  | 'field.default'
  | 'field.description'
  | 'field.other'
  | 'example.added'
  | 'example.removed'
  | 'example.changed'
  | 'text'
  | 'more'
  /* Known when the change is made, without a comparison. */
  | 'place'
  | 'left'
  | 'arrived'
  | 'name'
  | 'pages.added'
  | 'pages.changed'
  | 'pages.deleted'
  | 'catalogs.added'
  | 'catalogs.deleted'
  | 'copied'

export interface Meaning {
  kind: MeaningKind
  /** The heading of the section. */
  section?: string
  /** Of the field, or of the part of the request that an example shows. */
  name?: string
  /** The header of the column, for `field.other`. */
  column?: string
  /** For `field.required`: '1' required, '0' optional, or the cell as written. */
  from?: string
  to?: string
  /** Words added and removed, for `text`. */
  added?: number
  removed?: number
  /** Pages, catalogs, or further meanings that are left out. */
  count?: number
}

/** Maximum number of meanings of a change, and of characters of a name and a value. */
export const MEANINGS_MAX = 20
export const NAME_CHARS_MAX = 120
export const VALUE_CHARS_MAX = 200
