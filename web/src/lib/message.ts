/**
 * Texts with values, in a small part of ICU MessageFormat:
 *
 *   {name}                                     a text or a number as it is
 *   {n, number}                                a number with the digit groups of the language
 *   {names, list} {names, list, “#”}           a list with the separator of the language; # is one entry
 *   {n, plural, =0 {…} one {# page} other {# pages}}   # is the number; `other` is required
 *   {kind, select, ldap {…} none {…} other {…}}        `none` is an empty text or list
 *
 * A text with values cannot contain braces of its own; pass them in a value.
 */
export type Value = string | number | readonly string[]

type Part =
  | string
  | { kind: 'value'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'list'; name: string; entry: Part[] }
  | { kind: 'plural' | 'select'; name: string; branches: Record<string, Part[]> }

const MAX_DEPTH = 8

/** The parts of a message. Throws an error that names the position of the mistake. */
export function parseMessage(text: string): Part[] {
  let at = 0
  const fail = (why: string): never => {
    throw new Error(`${why} at character ${at + 1} of “${text}”`)
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const must = (pattern: RegExp, what: string): string => match(pattern) ?? fail(`${what} is missing`)

  /** Parts up to a closing brace or the end; `#` is the value called `hash`. */
  function parts(depth: number, hash?: string): Part[] {
    if (depth > MAX_DEPTH) fail('too many levels')
    const found: Part[] = []
    for (;;) {
      const plain = match(hash === undefined ? /[^{}]+/y : /[^{}#]+/y)
      if (plain) found.push(plain)
      else if (hash !== undefined && match(/#/y)) found.push({ kind: 'value', name: hash })
      else if (match(/\{/y)) found.push(placeholder(depth, hash))
      else return found
    }
  }

  function placeholder(depth: number, hash?: string): Part {
    const name = must(/\w+/y, 'a name')
    const kind = match(/, \w+/y)?.slice(2) ?? 'value'
    const part = partOf(name, kind, depth, hash)
    must(/\}/y, 'a closing brace')
    return part
  }

  function partOf(name: string, kind: string, depth: number, hash?: string): Part {
    if (kind === 'value' || kind === 'number') return { kind, name }
    if (kind === 'list') return { kind, name, entry: match(/, /y) ? parts(depth + 1, '') : [{ kind: 'value', name: '' }] }
    if (kind !== 'plural' && kind !== 'select') return fail(`unknown form “${kind}”`)
    must(/,/y, 'a comma')
    const branches: Record<string, Part[]> = {}
    for (let key = match(/\s+=?\w+ \{/y); key; key = match(/\s+=?\w+ \{/y)) {
      branches[key.trim().slice(0, -2)] = parts(depth + 1, kind === 'plural' ? name : hash)
      must(/\}/y, 'a closing brace')
    }
    if (!branches['other']) fail('the branch “other” is missing')
    return { kind, name, branches }
  }

  const all = parts(0)
  if (at < text.length) fail('a closing brace without an opening one')
  return all
}

/** The names of the values that a message uses. */
export function namesIn(parts: readonly Part[]): Set<string> {
  const names = new Set<string>()
  for (const part of parts) {
    if (typeof part === 'string' || part.name === '') continue
    names.add(part.name)
    if ('branches' in part) for (const branch of Object.values(part.branches)) for (const name of namesIn(branch)) names.add(name)
  }
  return names
}

/** What a message needs to know of its language. */
interface Grammar {
  /** BCP 47 tag for plural forms and digits. */
  tag: string
  /** Between the entries of a list. */
  comma: string
}

const rules = new Map<string, Intl.PluralRules>()
function pluralOf(n: number, tag: string) {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag)
  rules.set(tag, known)
  return known.select(n)
}

export function formatMessage(parts: readonly Part[], values: Readonly<Record<string, Value>>, grammar: Grammar): string {
  return parts
    .map((part): string => {
      if (typeof part === 'string') return part
      const value = values[part.name] ?? ''
      if (part.kind === 'list') {
        return [value]
          .flat()
          .map((entry) => formatMessage(part.entry, { ...values, '': entry }, grammar))
          .join(grammar.comma)
      }
      if (part.kind === 'number') return Number(value).toLocaleString(grammar.tag)
      if (part.kind === 'value') return String(value)
      const key = part.kind === 'plural' ? pluralOf(Number(value), grammar.tag) : String(value) || 'none'
      const branch = (part.kind === 'plural' && part.branches[`=${value}`]) || part.branches[key] || part.branches['other']
      return formatMessage(branch as Part[], values, grammar)
    })
    .join('')
}
