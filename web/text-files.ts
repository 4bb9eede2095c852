import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { namesIn, parseMessage } from './src/lib/message.ts'
import type { Entries } from './src/lib/words.ts'

/** A table of a `*.words.ts`, with the position of the argument of `words` in the source. */
interface Table {
  id: string
  name: string
  entries: Entries
  start: number
  end: number
}
/** The texts of one file in another language: table → key → text. */
type TextFile = Record<string, Record<string, string>>

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

export const sources = join(import.meta.dirname, 'src')

/** The tables of English texts in a source file. Their entries are literals, because this file reads and does not run them. */
export function tablesOf(path: string, code: string): Table[] {
  const { program } = parseSync(path, code)
  const tables: Table[] = []
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'words') continue
      const [argument] = init.arguments
      if (!argument) continue
      const entries = literal(argument, path) as Entries
      const file = relative(sources, path)
        .replaceAll('\\', '/')
        .replace(/\.words\.ts$/, '')
      tables.push({ id: `${file}#${id.name}`, name: id.name, entries, start: argument.start, end: argument.end })
    }
  }
  return tables
}

function literal(node: { type: string; start: number }, path: string): unknown {
  const { value, quasis, expressions, elements, properties } = node as Node & {
    value: unknown
    quasis: { value: { cooked: string } }[]
    expressions: unknown[]
    elements: Node[]
    properties: { key: { name?: string; value?: string }; value: Node }[]
  }
  if (node.type === 'Literal') return value
  if (node.type === 'TemplateLiteral' && expressions.length === 0) return quasis[0]?.value.cooked
  if (node.type === 'ArrayExpression') return elements.map((element) => literal(element, path))
  if (node.type === 'ObjectExpression') {
    return Object.fromEntries(properties.map(({ key, value: inner }) => [key.name ?? key.value, literal(inner, path)]))
  }
  throw new Error(`${basename(path)}: a text at character ${node.start} is not a literal`)
}

export const textFileOf = (path: string, language: string) => path.replace(/\.words\.ts$/, `.${language}.json`)

/** The texts of another language; empty if it has no file. */
export function readTexts(path: string, language: string): TextFile {
  try {
    return JSON.parse(readFileSync(textFileOf(path, language), 'utf8')) as TextFile
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

const keyed = (entries: Entries) =>
  Object.entries(entries).map(([key, entry]) => ({ key, names: typeof entry === 'string' ? undefined : entry.slice(1) }))

/** Why a text cannot replace the English one, which takes the values `names`. */
function problemOf(text: string, names: readonly string[] | undefined): string | undefined {
  if (!names) return undefined
  try {
    const unknown = [...namesIn(parseMessage(text))].filter((name) => !names.includes(name))
    return unknown.length > 0 ? `{${unknown.join('}, {')}}: not a value of this text, which has {${names.join('}, {')}}` : undefined
  } catch (error) {
    return (error as Error).message
  }
}

interface Problems {
  missing: string[]
  obsolete: string[]
  wrong: { key: string; why: string }[]
}

/** What a language lacks compared with a table of English texts. */
export function problemsOf(entries: Entries, texts: Record<string, string> = {}): Problems {
  const found: Problems = { missing: [], obsolete: Object.keys(texts).filter((key) => !Object.hasOwn(entries, key)), wrong: [] }
  for (const { key, names } of keyed(entries)) {
    const text = texts[key]
    if (text === undefined) found.missing.push(key)
    else {
      const why = problemOf(text, names)
      if (why) found.wrong.push({ key, why })
    }
  }
  return found
}

/** The texts of a table for users of one language: its own, and the English ones where it lacks one. */
export function textsFor(language: string, entries: Entries, texts: Record<string, string> = {}): Record<string, Entries> {
  if (language === 'en') return { en: entries }
  const own: Entries = {}
  const english: Entries = {}
  for (const { key, names } of keyed(entries)) {
    const text = texts[key]
    if (text === undefined || problemOf(text, names)) english[key] = entries[key] as Entries[string]
    else own[key] = names ? [text, ...names] : text
  }
  return Object.keys(english).length > 0 ? { [language]: own, en: english } : { [language]: own }
}
