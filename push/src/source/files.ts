import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ignore from 'ignore'

/** The result of one .gitignore for a path below its folder; undefined if no rule matches. */
type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined

/** Parses a .gitignore like git. */
export function readIgnore(text: string): IgnoreRules {
  const rules = ignore({ ignorecase: false }).add(text)
  return (path, isFolder) => {
    const { ignored, unignored } = rules.test(isFolder ? `${path}/` : path)
    return ignored ? true : unignored ? false : undefined
  }
}

interface Scope {
  folder: string
  rules: IgnoreRules
}

/** The rules that apply in a folder, outermost first. */
type Scopes = readonly Scope[]

const pathFrom = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

const isIgnored = (scopes: Scopes, path: string, isFolder: boolean): boolean =>
  scopes.reduce((ignored, { folder, rules }) => rules(pathFrom(folder, path), isFolder) ?? ignored, false)

/** The rules of this folder and its parent folders. */
function addRulesOf(scopes: Scopes, folder: string): Scopes {
  const file = join(folder, '.gitignore')
  return existsSync(file) ? [...scopes, { folder, rules: readIgnore(readFileSync(file, 'utf8')) }] : scopes
}

/** The rules of all parent folders up to the repository root; none outside a repository. */
function rulesAbove(folder: string): Scopes {
  const folders: string[] = []
  for (let current = folder; !existsSync(join(current, '.git')); ) {
    const parent = dirname(current)
    if (parent === current) return []
    folders.unshift(parent)
    current = parent
  }
  return folders.reduce<Scopes>(addRulesOf, [])
}

export interface FileChoice {
  include: string[]
  exclude: string[]
}

const skippedFolders = new Set(['.git', '.hg', '.svn', 'node_modules'])

/** Matches patterns of --include or --exclude like lines of a .gitignore, except that `!` and `#` are part of a name. */
function matcherOf(patterns: string[]): ((name: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined
  const rules = ignore({ ignorecase: false }).add(patterns.map((pattern) => pattern.replace(/^\.\//, '/').replace(/^[!#]/, '\\$&')))
  return (name) => rules.ignores(name)
}

/** All files below the folders that git does not ignore, ordered by name. Symbolic links are not followed. */
export function* filesBelow(starts: string[], { include, exclude }: FileChoice): Generator<string> {
  const [isIncluded, isExcluded] = [matcherOf(include), matcherOf(exclude)]
  const seen = new Set<string>()
  for (const start of starts) {
    const from = resolve(start)
    const isChosen = (path: string) => {
      const name = relative(from, path).split(sep).join('/') || path.split(sep).at(-1)!
      return isIncluded?.(name) !== false && !isExcluded?.(name)
    }
    const paths = statSync(from).isDirectory() ? walk(from, rulesAbove(from)) : [from]
    for (const path of paths) {
      if (seen.has(path) || !isChosen(path)) continue
      seen.add(path)
      yield path
    }
  }
}

function* walk(folder: string, outer: Scopes): Generator<string> {
  const scopes = addRulesOf(outer, folder)
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !isIgnored(scopes, path, true)) yield* walk(path, scopes)
    } else if (entry.isFile() && !isIgnored(scopes, path, false)) yield path
  }
}
