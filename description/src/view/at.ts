import { schemaIn } from './type-names.ts'

/** The first step of the places of a named schema. */
const FIELDS = 'fields'

/** A named schema and a place on its page: `fields.lines[].sku`. */
export interface Near {
  schema: string
  path: string
}

const PLAIN_NAME = /^[^\s`.[\]<>():+]+$/

/** A name as one step of a path; undefined for a name that no path can have. */
function stepOf(name: string): string | undefined {
  if (PLAIN_NAME.test(name)) return name
  return name === '' || /[`\r\n]/.test(name) ? undefined : `\`${name}\``
}

/** What is put behind a step in brackets; undefined for a text that would end them. */
const bracketed = (text: string, [open, close]: string, outside: RegExp) =>
  text === '' || text.length > 200 || outside.test(text) ? undefined : `${open}${text}${close}`

/**
 * A place of a call: the text of its anchor, and its path in the block of the part (`body.lines[].quantity`), by which people write words
 * about it; the path is undefined where they cannot.
 */
export class At {
  readonly anchor: string
  readonly path: string | undefined
  /** What a path has between this place and a field in it: `[]` for each array. */
  private readonly arrays: string
  /** The named schema that has it as a field; '' for none. */
  readonly owner: string
  /** The named schema whose fields are in it; '' for none. */
  private readonly schema: string
  /** The nearest named schema above it, and its path on the page of that schema; undefined for none. */
  readonly near: Near | undefined

  constructor(anchor: string, path: string | undefined, arrays = '', owner = '', schema = '', near?: Near) {
    this.anchor = anchor
    this.path = path
    this.arrays = arrays
    this.owner = owner
    this.schema = schema
    this.near = near
  }

  private longer(more: string | undefined): string | undefined {
    return this.path === undefined || more === undefined ? undefined : this.path + more
  }

  private nearer(more: string | undefined): Near | undefined {
    return this.near && more !== undefined ? { schema: this.near.schema, path: this.near.path + more } : undefined
  }

  /** The field `name` of this place; its own fields are inside `lists` nested arrays. */
  field(name: string, lists = 0): At {
    const step = stepOf(name)
    // The first step is below the page of the schema itself, not below an array.
    const arrays = this.near?.path === FIELDS ? '' : this.arrays
    const near = this.nearer(step && `${arrays}.${step}`)
    return new At(`${this.anchor}.${name}`, this.longer(step && `${this.arrays}.${step}`), '[]'.repeat(lists), this.schema, '', near)
  }

  /** The same place in one of several content types. */
  inType(type: string): At {
    return new At(this.anchor, this.longer(bracketed(type, '()', /[()\r\n]/)), this.arrays, this.owner, this.schema, this.near)
  }

  /** The same place in one of several alternatives. */
  inForm(name: string): At {
    const form = bracketed(name, '<>', /[<>\r\n]/)
    return new At(this.anchor, this.longer(form), this.arrays, this.owner, this.schema, this.nearer(form))
  }

  /** The same place with the schema that its type names, if that is one. */
  of(type: string): At {
    const schema = schemaIn(type)
    const near = schema === undefined ? undefined : schema ? { schema, path: FIELDS } : this.near
    return new At(this.anchor, this.path, this.arrays, this.owner, schema ?? this.schema, near)
  }
}
