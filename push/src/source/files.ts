import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

interface Rule {
  expression: RegExp
  keeps: boolean
  foldersOnly: boolean
}

/** What one .gitignore says about paths below its folder; undefined where it says nothing. */
type Ignore = (path: string, isFolder: boolean) => boolean | undefined

/** Reads a .gitignore as git does: the last line that matches decides. */
export function readIgnore(text: string): Ignore {
  const rules = text.split(/\r?\n/).flatMap(readLine)
  return (path, isFolder) => {
    const rule = rules.findLast(({ expression, foldersOnly }) => (isFolder || !foldersOnly) && expression.test(path))
    return rule && !rule.keeps
  }
}

function readLine(line: string): Rule[] {
  let pattern = line.replace(/(?<!\\)\s+$/, '')
  if (pattern === '' || pattern.startsWith('#')) return []
  const keeps = pattern.startsWith('!')
  if (keeps) pattern = pattern.slice(1)
  const foldersOnly = pattern.endsWith('/')
  if (foldersOnly) pattern = pattern.slice(0, -1)
  // With a slash inside or in front it counts from this folder on, else at any depth.
  const anchored = pattern.includes('/')
  const body = toExpression(pattern.replace(/^\//, ''))
  if (body === undefined) return []
  return [{ expression: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${body}$`), keeps, foldersOnly }]
}

const token = /\\(.)|\*\*\/|\/\*\*$|\*+|\?|\[(!?)((?:\\.|[^\]\\])[^\]]*)\]|[\s\S]/gy
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** A pattern of git, or of --include and --exclude, as a regular expression without its ends. */
function toExpression(pattern: string): string | undefined {
  const expression = pattern.replace(token, (part, escaped?: string, not?: string, set?: string) => {
    if (escaped) return literal(escaped)
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.*'
    if (part.startsWith('*')) return '[^/]*'
    if (part === '?') return '[^/]'
    return set ? `[${not ? '^' : ''}${set}]` : literal(part)
  })
  try {
    new RegExp(expression)
    return expression
  } catch {
    return undefined
  }
}

interface Scope {
  folder: string
  ignore: Ignore
}

/** The rules in force in a folder, outermost first. */
type Scopes = readonly Scope[]

const pathFrom = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

const isIgnored = (scopes: Scopes, path: string, isFolder: boolean): boolean =>
  scopes.reduce((ignored, { folder, ignore }) => ignore(pathFrom(folder, path), isFolder) ?? ignored, false)

/** The rules of this folder with those of the folders above. */
function within(scopes: Scopes, folder: string): Scopes {
  const file = join(folder, '.gitignore')
  return existsSync(file) ? [...scopes, { folder, ignore: readIgnore(readFileSync(file, 'utf8')) }] : scopes
}

/** The rules above a folder, up to the root of its repository; none where there is no repository. */
function above(folder: string): Scopes {
  const folders: string[] = []
  for (let here = folder; !existsSync(join(here, '.git')); ) {
    const parent = dirname(here)
    if (parent === here) return []
    folders.unshift(parent)
    here = parent
  }
  return folders.reduce<Scopes>(within, [])
}

export interface FileChoice {
  include: string[]
  exclude: string[]
}

const skippedFolders = new Set(['.git', '.hg', '.svn', 'node_modules'])

/** A pattern without a slash means names at any depth, as in a .gitignore. */
const expressionOf = (pattern: string) =>
  new RegExp(`^${pattern.includes('/') ? '' : '(?:.*/)?'}${toExpression(pattern.replace(/^\.?\//, '')) ?? '$^'}(?:/.*)?$`)

/** Every file below the folders that git would not ignore, in the order of the names; links are not followed. */
export function* filesBelow(starts: string[], { include, exclude }: FileChoice): Generator<string> {
  const [wanted, unwanted] = [include.map(expressionOf), exclude.map(expressionOf)]
  const seen = new Set<string>()
  for (const start of starts) {
    const from = resolve(start)
    const isChosen = (path: string) => {
      const name = relative(from, path).split(sep).join('/') || path.split(sep).at(-1)!
      return (wanted.length === 0 || wanted.some((one) => one.test(name))) && !unwanted.some((one) => one.test(name))
    }
    const paths = statSync(from).isDirectory() ? walk(from, above(from)) : [from]
    for (const path of paths) {
      if (seen.has(path) || !isChosen(path)) continue
      seen.add(path)
      yield path
    }
  }
}

function* walk(folder: string, outer: Scopes): Generator<string> {
  const scopes = within(outer, folder)
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !isIgnored(scopes, path, true)) yield* walk(path, scopes)
    } else if (entry.isFile() && !isIgnored(scopes, path, false)) yield path
  }
}
