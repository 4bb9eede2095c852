import { isSecretName } from '../call/secret-names.ts'
import { joined } from './pieces.ts'
import type { Piece, Value } from './types.ts'

const RESERVED =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|SHLVL|PWD|OLDPWD|LANG|LANGUAGE|TERM|HOST|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|MAIL|IFS|E?UID|P?GID|P?PID|GROUPS|RANDOM|SECONDS|LINENO|OPTARG|OPTIND|REPLY|ENV|EDITOR|VISUAL|PAGER|DISPLAY|TZ|TMP|TEMP|TMPDIR|STATUS|ARGV|PS\d|(?:BASH|ZSH|LC|LD|DYLD|NODE|NPM|PYTHON|JAVA|GO|PHP|CURL|SSL|HTTPS?|ALL|NO).*)$/

const NAME_CHARS_MAX = 40

/** The whole value is a placeholder, such as `{{token}}`, `<token>` or `Bearer {{token}}`. */
const PLACEHOLDER = /^\s*(?:(bearer|basic|token|digest|apikey)\s+)?(?:\{\{([^{}]*)\}\}|<([^<>]*)>|\$\{([^{}]*)\})\s*$/i
const SCHEME = /^\s*(bearer|basic|token|digest|apikey)\s+\S/i

const schemeNames: Record<string, string> = { bearer: 'token', token: 'token', basic: 'credentials' }

/** A token of JSON: a string, a bracket or comma, a space, or a number or word. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|[[\]{},:]|\s+|[^\s"[\]{},:]+|"/g

const unquoted = (token: string): string => {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.slice(1, -1)
  }
}

/** The environment variables of one sample. A name means the same in the whole sample. */
export class Variables {
  private readonly origins: Map<string, string>

  constructor(names: [env: string, origin: string][] = []) {
    this.origins = new Map(names)
  }

  /** The variables so far, each with the name that the page writes. */
  get names(): [env: string, origin: string][] {
    return [...this.origins]
  }

  /** The variable for a name as the page writes it. Names that the system uses get the prefix `API_`. */
  named(origin: string): { env: string } {
    const words = origin.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()
    const plain = words.replace(/[^A-Z\d]+/g, '_').replace(/^_+|_+$/g, '')
    const own = plain.slice(0, NAME_CHARS_MAX) || 'VALUE'
    const base = /^\d/.test(own) || RESERVED.test(own) ? `API_${own}` : own
    let env = base
    for (let number = 2; (this.origins.get(env) ?? origin) !== origin; number++) env = `${base}_${number}`
    this.origins.set(env, origin)
    return { env }
  }

  /** A text in which every `{{name}}` is a variable, as API clients fill in their environments. */
  split(text: string): Value {
    const pieces = text.split(/\{\{([^{}]*)\}\}/)
    return joined(pieces.map((piece, at): Piece => (at % 2 === 0 ? piece : this.named(piece.trim()))))
  }

  /** The value of a secret: a variable after the authentication scheme. */
  secret(name: string, value: string): Value {
    const [whole, placeholderScheme, ...found] = PLACEHOLDER.exec(value) ?? []
    const scheme = whole === undefined ? SCHEME.exec(value)?.[1] : placeholderScheme
    const origin = found.find((one) => one !== undefined)?.trim()
    const own = /authorization$/i.test(name) && scheme ? (schemeNames[scheme.toLowerCase()] ?? name) : name
    return joined([scheme ? `${scheme} ` : '', this.named(origin || own)])
  }

  /** JSON whose secrets and placeholders are variables; everything else as written, so numbers keep their digits. */
  json(text: string): Value {
    const tokens = text.match(TOKENS) ?? []
    const result: Value = []
    /** Of each open bracket: the secret name that applies to everything inside, or "". */
    const open = ['']
    let name = open[0]!
    for (const [at, token] of tokens.entries()) {
      const isString = token.startsWith('"') && token.length > 1
      const next = /^\s/.test(tokens[at + 1] ?? '') ? tokens[at + 2] : tokens[at + 1]
      const isKey = isString && next === ':'
      if (isKey) name = isSecretName(unquoted(token)) ? unquoted(token) : open.at(-1)!
      if (token === '{' || token === '[') open.push(name)
      else if (token === '}' || token === ']') open.pop()
      if (open.length === 0) open.push('')
      if (token === ',' || token === '}' || token === ']') name = open.at(-1)!
      if (isKey || !name || !(isString ? token.length > 2 : /^-?[\w.]/.test(token) && !/^(?:true|false|null)$/.test(token)))
        result.push(...(isString ? this.split(token) : [token]))
      else if (isString) result.push('"', ...this.secret(name, unquoted(token)), '"')
      else result.push('"', this.named(name), '"')
    }
    return joined(result)
  }
}
