interface Rule {
  expression: RegExp
  keeps: boolean
  foldersOnly: boolean
}

/** What one .gitignore says about paths below its folder; undefined where it says nothing. */
export type Ignore = (path: string, isFolder: boolean) => boolean | undefined

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
export function toExpression(pattern: string): string | undefined {
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
