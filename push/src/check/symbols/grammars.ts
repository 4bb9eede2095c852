import type { Language } from '../lexer/families.ts'

/** What a keyword declares. `scope`: nothing, but what is declared in it belongs to the name after it, as in `impl Order`. */
export type Declares = 'container' | 'enum' | 'function' | 'value' | 'scope' | 'type' | 'cases'

export interface Grammar {
  keywords: ReadonlyMap<string, Declares>
  /** Fields and functions start with their type: `int total(…)`. */
  isTyped: boolean
  /** What classes contain has no keyword: `total() {…}`. */
  hasBareMembers: boolean
  /** Fields of structures are in lines, as in Go, or between commas, as in Rust. */
  fields: '' | 'lines' | 'commas'
  /** A line ends a statement. */
  endsWithLine: boolean
  /** A function without a body is a signature of one with a body. */
  hasSignatures: boolean
}

const grammar = (keywords: Partial<Record<Declares, string>>, given: Partial<Omit<Grammar, 'keywords'>> = {}): Grammar => ({
  keywords: new Map(
    Object.entries(keywords).flatMap(([declares, names]) => names.split(' ').map((name) => [name, declares as Declares] as const)),
  ),
  isTyped: false,
  hasBareMembers: false,
  fields: '',
  endsWithLine: false,
  hasSignatures: false,
  ...given,
})

const javascript = grammar(
  { container: 'class interface namespace module', enum: 'enum', function: 'function', value: 'const let var type' },
  { hasBareMembers: true, endsWithLine: true, hasSignatures: true },
)

export const grammars: Partial<Record<Language, Grammar>> = {
  typescript: javascript,
  javascript,
  json: grammar({}, { hasBareMembers: true }),
  java: grammar({ container: 'class interface record message service', enum: 'enum' }, { isTyped: true }),
  kotlin: grammar(
    { container: 'class interface object', enum: 'enum', function: 'fun', value: 'val var typealias' },
    { endsWithLine: true },
  ),
  c: grammar(
    { container: 'class struct union', enum: 'enum', scope: 'namespace', value: 'using', type: 'typedef' },
    { isTyped: true, hasSignatures: true },
  ),
  'c#': grammar({ container: 'class interface struct record', enum: 'enum', scope: 'namespace' }, { isTyped: true }),
  go: grammar({ function: 'func', value: 'var const', type: 'type' }, { endsWithLine: true, fields: 'lines' }),
  rust: grammar(
    { container: 'struct trait union mod', enum: 'enum', function: 'fn macro_rules', value: 'const static type let', scope: 'impl' },
    { fields: 'commas' },
  ),
  swift: grammar(
    {
      container: 'class struct protocol actor',
      enum: 'enum',
      function: 'func',
      value: 'var let typealias associatedtype',
      scope: 'extension',
      cases: 'case',
    },
    { endsWithLine: true },
  ),
  scala: grammar({ container: 'class object trait', enum: 'enum', function: 'def', value: 'val var type given' }, { endsWithLine: true }),
  php: grammar(
    { container: 'class interface trait', enum: 'enum', function: 'function fn', value: 'const', scope: 'namespace', cases: 'case' },
    { isTyped: true },
  ),
  dart: grammar({ container: 'class mixin', enum: 'enum', type: 'typedef', scope: 'extension' }, { isTyped: true }),
}
