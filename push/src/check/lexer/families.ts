import { Lexer } from './lexer.ts'
import { lineTokens, yamlTokens } from './lines.ts'
import { pythonTokens } from './python.ts'
import { shellTokens } from './shell.ts'
import { mysql, styles } from './styles.ts'
import type { Token } from './tokens.ts'

export type Language = keyof typeof styles | 'python' | 'shell' | 'yaml'

const extensions: Record<Language, string> = {
  typescript: 'ts mts cts',
  javascript: 'tsx js jsx mjs cjs',
  java: 'java proto',
  kotlin: 'kt kts',
  c: 'c h cc cpp cxx hpp hh hxx m mm ino',
  'c#': 'cs',
  go: 'go',
  rust: 'rs',
  swift: 'swift',
  scala: 'scala sc',
  php: 'php phtml',
  dart: 'dart',
  json: 'json jsonc json5 geojson webmanifest',
  ruby: 'rb rake gemspec ru',
  sql: 'sql ddl psql',
  python: 'py pyi pyw',
  shell: 'sh bash zsh ksh',
  yaml: 'yaml yml',
}
const byExtension = new Map(
  Object.entries(extensions).flatMap(([language, names]) => names.split(' ').map((name) => [name, language as Language] as const)),
)
const byName = new Map<string, Language>([
  ['Rakefile', 'ruby'],
  ['Gemfile', 'ruby'],
])

/** The language of a file by its name; undefined if its lines are compared. */
export function languageOfFile(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return byName.get(name) ?? byExtension.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

/** Bodies of functions in another language than SQL are texts. */
const isForeign = (text: string) => /\blanguage\s+'?(?!sql\b|plpgsql\b)\w/i.test(text)
const isMysql = (text: string) => text.includes('`') || /\bengine\s*=|\bauto_increment\b/i.test(text)

/** The tokens of a text without comments and spacing. Its lines end with a line feed. */
export function tokensOf(text: string, language: Language | undefined): Token[] {
  if (language === undefined) return lineTokens(text)
  if (language === 'python') return pythonTokens(text)
  if (language === 'shell') return shellTokens(text)
  if (language === 'yaml') return yamlTokens(text)
  if (language !== 'sql') return new Lexer(text, styles[language]).run()
  const style = isMysql(text) ? mysql : styles.sql
  return new Lexer(text, isForeign(text) ? { ...style, ...dollarTexts(style) } : style).run()
}

/** Dollar quotes as strings. */
const dollarTexts = ({ opening, quoteOf }: typeof mysql) => ({
  opening: new RegExp(String.raw`\$(?:[A-Za-z_]\w*)?\$|${opening.source}`, 'y'),
  quoteOf: (quote: string, before: string) =>
    quote.startsWith('$') ? { close: quote, isMultiline: true, escape: '', hole: '' } : quoteOf(quote, before),
})
