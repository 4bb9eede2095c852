import { typeNames } from './type-names.ts'

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

  constructor(anchor: string, path: string | undefined, arrays = '', owner = '', schema = '') {
    this.anchor = anchor
    this.path = path
    this.arrays = arrays
    this.owner = owner
    this.schema = schema
  }

  private longer(more: string | undefined): string | undefined {
    return this.path === undefined || more === undefined ? undefined : this.path + more
  }

  /** The field `name` in it, whose own fields are in `lists` nested arrays. */
  field(name: string, lists = 0): At {
    const step = stepOf(name)
    return new At(`${this.anchor}.${name}`, this.longer(step && `${this.arrays}.${step}`), '[]'.repeat(lists), this.schema)
  }

  /** The same place in one of several content types. */
  inType(type: string): At {
    return new At(this.anchor, this.longer(bracketed(type, '()', /[()\r\n]/)), this.arrays, this.owner, this.schema)
  }

  /** The same place in one of several alternatives. */
  inForm(name: string): At {
    return new At(this.anchor, this.longer(bracketed(name, '<>', /[<>\r\n]/)), this.arrays, this.owner, this.schema)
  }

  /** The same place with the schema that its type names, if that is one. */
  of(type: string): At {
    const [only = '', ...others] = typeNames(type).filter(
      (name) => /^\S/.test(name) && !/^(?:string|integer|number|boolean|object|null|any)$/.test(name),
    )
    return others.length > 0 ? this : new At(this.anchor, this.path, this.arrays, this.owner, only)
  }
}
