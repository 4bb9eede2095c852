import type { ApiField } from '../../api/api-call.ts'
import { code } from '../../api/api-cell.ts'
import { isObject, listOf } from '../json.ts'
import type { Source } from '../source.ts'
import { type Flat, flatten } from './schema-flat.ts'
import { formsOf, plainForms } from './schema-forms.ts'
import { type Core, coreOf, hasInside } from './schema-type.ts'
import { fieldWords, plainWords } from './schema-words.ts'

/** Rows, and levels, from which on a schema with a page of its own is no longer repeated; and rows that no table goes beyond. */
const REPEATED = 60
const REPEATED_LEVELS = 3
const TABLE_ROWS_MAX = 3000
const TABLE_DEPTH_MAX = 24

interface Pending {
  field: ApiField
  core: Core
  depth: number
}

/** Makes the rows of one table: level by level, so that what is near the top is there when a bound is reached. */
export class FieldMaker {
  private readonly pending: Pending[] = []
  private rows = 0
  private readonly source: Source
  private readonly place: string

  constructor(source: Source, place: string) {
    this.source = source
    this.place = place
  }

  /** A field of this name with everything inside of it. */
  static field(source: Source, place: string, name: string, schemas: unknown[], required?: boolean): ApiField {
    const maker = new FieldMaker(source, place)
    const field = maker.one(name, flatten(source, schemas), required, 0)
    maker.finish()
    return field
  }

  /** The fields inside of a schema, for a table of its own. */
  static inside(source: Source, place: string, core: Core): ApiField[] {
    const maker = new FieldMaker(source, place)
    const fields = maker.inside(core, 0)
    maker.finish()
    return fields
  }

  private finish(): void {
    // The queue grows while it is read.
    for (const { field, core, depth } of this.pending) {
      const link = core.flat.name && this.source.schemaLinks.get(core.flat.name)
      const count = core.flat.properties.size
      if (link && (this.source.isFull || depth > REPEATED_LEVELS || this.rows + count > REPEATED))
        this.note(field, this.source.t.see(`[${core.flat.name}](${link})`))
      else if (this.rows + count > TABLE_ROWS_MAX || depth > TABLE_DEPTH_MAX || this.source.isTired) {
        this.note(field, this.source.t.tooDeep)
        this.source.report(this.place, 'depth')
      } else field.fields = this.inside(core, depth)
    }
  }

  private note(field: ApiField, note: string): void {
    field.notes = [...(field.notes ?? []), note]
  }

  private one(name: string, flat: Flat, required: boolean | undefined, depth: number): ApiField {
    this.rows++
    const field: ApiField = { ...fieldWords(this.source, flat, name), required }
    const core = coreOf(this.source, flat)
    field.type = core.type
    if (core.lists > 0) field.lists = core.lists
    this.ofEntries(field, core, flat)
    for (const note of plainForms(this.source, core.flat)) this.note(field, note)
    const link = core.flat.isCircular && this.source.schemaLinks.get(core.flat.name)
    if (link) this.note(field, `[${core.flat.name}](${link})`)
    if (!core.flat.isCircular && hasInside(core.flat)) this.pending.push({ field, core, depth: depth + 1 })
    return field
  }

  /** What is said of the entries of a list belongs to the list's row. */
  private ofEntries(field: ApiField, core: Core, flat: Flat): void {
    if (core.flat === flat) return
    for (const list of core.between) {
      const words = plainWords(this.source, list)
      if (words) this.note(field, this.source.t.eachEntry(words))
    }
    const { enum: values, notes = [], description, example, default: preset } = fieldWords(this.source, core.flat)
    if (values && !field.enum) field.enum = values
    if (!field.description && description) field.description = description
    else if (description && !core.flat.name) this.note(field, this.source.t.eachEntry(description))
    if (example !== undefined && !hasInside(core.flat)) field.example ??= example
    if (preset !== undefined) this.note(field, this.source.t.eachEntry(`${this.source.t.default} ${code(preset)}`))
    for (const note of notes) this.note(field, this.source.t.eachEntry(note))
  }

  private inside({ flat }: Core, depth: number): ApiField[] {
    const fields: ApiField[] = []
    for (const [name, schemas] of flat.properties) {
      if (this.rows > TABLE_ROWS_MAX) {
        this.source.report(this.place, 'depth')
        break
      }
      fields.push(this.one(name, flatten(this.source, schemas, flat.open), flat.required.has(name), depth))
    }
    const add = (name: string, schema: unknown, note?: string) => {
      const field = this.one(name, flatten(this.source, [schema], flat.open), undefined, depth)
      if (note) this.note(field, note)
      fields.push(field)
    }
    for (const [index, schema] of listOf(flat.words['prefixItems']).entries()) add(String(index), schema)
    for (const [pattern, schema] of Object.entries(isObject(flat.words['patternProperties']) ? flat.words['patternProperties'] : {}))
      add('*', schema, this.source.t.keyPattern(code(pattern)))
    if (isObject(flat.words['additionalProperties'])) add('*', flat.words['additionalProperties'])
    return [...fields, ...this.forms(flat, depth)]
  }

  /** The fields of each alternative, marked with its name. */
  private forms(flat: Flat, depth: number): ApiField[] {
    return formsOf(this.source, flat).flatMap(({ name, core }) => {
      if (core.flat.isCircular || this.rows > TABLE_ROWS_MAX || depth > TABLE_DEPTH_MAX) return []
      const prefix = core.lists > 0 ? `${'[]'.repeat(core.lists)}.` : ''
      const rows = core.flat.name && this.source.isFull ? [] : this.inside(core, depth + 1)
      return rows.map((row) => Object.assign(row, { name: prefix + row.name, only: row.only ? `${name} · ${row.only}` : name }))
    })
  }
}
