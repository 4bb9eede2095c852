import { NAME_MAX } from '@sheaf/contract'

/** Text on one line with at most `max` characters; `…` marks truncation. */
export function oneLine(text: string, max = NAME_MAX): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A valid name: the first candidate that is not blank, else `-`. */
export const nameOf = (...candidates: string[]): string =>
  candidates.map((candidate) => oneLine(candidate)).find((name) => name !== '') ?? '-'

/** The last part of a path. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The folder of a path, '' at the root. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A file name without its extension. */
export const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^./]*$/, '')

/** Whether a file with this name becomes a page. */
export const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name)
