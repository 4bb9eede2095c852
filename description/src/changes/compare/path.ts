import { sha256 } from '../read/canon.ts'

/** A longer name is cut, with a hash that keeps it different from other names. */
const NAME_MAX = 200

/** A name as part of a path. A name with characters that a path uses is between backquotes. */
export function nameInPath(name: string): string {
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 20)}…${sha256(name).slice(0, 12)}` : name
  return short === '' || /[.[\]<>():+`\s]/.test(short) ? `\`${short.replaceAll('`', '``')}\`` : short
}

export const fieldPath = (name: string): string => `.${nameInPath(name)}`

export const branchPath = (name: string): string => `<${nameInPath(name)}>`

/** A path without the dot before its first name. */
export const trimmed = (path: string): string => (path.startsWith('.') ? path.slice(1) : path)
