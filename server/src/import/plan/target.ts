/** A link target that may point into the zip: its path as written, and its hash ('' or `#…`). */
export interface Target {
  path: string
  hash: string
}

/** Splits a target; undefined for what cannot point into the zip: other sites, other schemes, places on the same page. */
export function splitTarget(target: string): Target | undefined {
  const trimmed = target.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || /^[/\\]{2}/.test(trimmed)) return undefined
  const [, path, hash] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(trimmed)!
  return path ? { path: path.includes('/') ? path : path.replaceAll('\\', '/'), hash: hash ?? '' } : undefined
}

/** The path as written and, where it differs, without its URL encoding. */
export function spellings(path: string): string[] {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? [path] : [decoded, path]
  } catch {
    return [path]
  }
}

/** `path` as seen from the folder `from`, without `.` and `..`; undefined when it leaves the zip. */
export function joinPath(from: string, path: string): string | undefined {
  const parts = from === '' ? [] : from.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

const indexes = (folder: string) =>
  ['index.md', 'README.md', 'index.markdown', 'README.markdown'].map((name) => (folder ? `${folder}/${name}` : name))

/** The entries that a link to `path` may mean, likeliest first: the file itself, a page without its extension, a folder's first page. */
export function meanings(path: string, isFolder: boolean): string[] {
  if (path === '') return indexes('')
  const pages = [`${path}.md`, `${path}.markdown`]
  const html = /^(.*?)\.html?$/i.exec(path)?.[1]
  if (html !== undefined) pages.push(`${html}.md`, `${html}.markdown`)
  if (html !== undefined && /(?:^|\/)index$/i.test(html)) pages.push(...indexes(html.slice(0, Math.max(0, html.length - 6))))
  if (/(?:^|\/)index$/i.test(path)) pages.push(...indexes(path.slice(0, Math.max(0, path.length - 6))))
  return isFolder ? [...indexes(path), ...pages] : [path, ...pages, ...indexes(path)]
}
