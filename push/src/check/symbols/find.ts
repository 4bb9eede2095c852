import type { Language } from '../lexer/families.ts'
import type { Token } from '../lexer/tokens.ts'
import { Braces } from './braces.ts'
import { shellDeclarations, sqlDeclarations } from './commands.ts'
import type { Declaration } from './declaration.ts'
import { grammars } from './grammars.ts'
import { pythonDeclarations, rubyDeclarations, yamlDeclarations } from './lines.ts'

/** Declarations of one name that are compared with each other. */
const SAME_MAX = 50

export interface NamedDeclaration extends Declaration {
  /** Its name after the names that it is in, with dots. */
  full: string
}

/** All declarations of a file. */
export const declarationsOf = (tokens: readonly Token[], language: Language): NamedDeclaration[] =>
  foundIn(tokens, language).map((one) => ({ ...one, full: [...one.path, one.name].join('.') }))

function foundIn(tokens: readonly Token[], language: Language): Declaration[] {
  const grammar = grammars[language]
  if (grammar) return new Braces(tokens, grammar).run()
  const found = {
    python: pythonDeclarations,
    ruby: rubyDeclarations,
    yaml: yamlDeclarations,
    shell: shellDeclarations,
    sql: sqlDeclarations,
  }
  return language in found ? found[language as keyof typeof found](tokens) : []
}

/** The declarations that a selector names: `total`, or `Order.total`. Those of one symbol are found together. */
export function findSymbol(declarations: readonly NamedDeclaration[], selector: string, language: Language): NamedDeclaration[][] {
  const hasFreeNames = language === 'json' || language === 'yaml'
  const fold = (text: string) => (language === 'sql' ? text.toLowerCase() : text)
  const wanted = fold(
    hasFreeNames
      ? selector
      : selector
          .replace(/\(\)$/, '')
          .replace(/::|->|#/g, '.')
          .replace(/(^|\.)\$/g, '$1'),
  )
  const nameOf = ({ full }: NamedDeclaration) => fold(full)
  const all = declarations.filter((one) => nameOf(one) === wanted || nameOf(one).endsWith(`.${wanted}`))
  const outer = all.some(({ isLocal }) => !isLocal) ? all.filter(({ isLocal }) => !isLocal) : all
  const exact = outer.filter((one) => nameOf(one) === wanted)
  // A constructor has the name of the class that it is in.
  const isIn = (one: NamedDeclaration) => outer.slice(0, SAME_MAX).some((other) => nameOf(one).startsWith(`${nameOf(other)}.`))
  const chosen = exact.length > 0 ? exact : outer.filter((one) => !isIn(one))
  // `total()` is the function, `$total` the field of this name.
  const kinds = /\(\)$/.test(selector) ? [true] : /(?:^|[.#>:])\$\w+$/.test(selector) ? [false] : []
  const named = chosen.filter(({ isFunction = false }) => kinds.includes(isFunction))
  const byName = Map.groupBy(named.length > 0 ? named : chosen, nameOf)
  return [...byName.values()].flatMap((same) => (same.filter(({ isPart }) => !isPart).length <= 1 ? [same] : same.map((one) => [one])))
}
