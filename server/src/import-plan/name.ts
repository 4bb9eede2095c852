import { NAME_MAX } from '@sheaf/contract'

/** Text on one line, at most `max` characters, with `…` where it was cut. */
export function oneLine(text: string, max = NAME_MAX): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A name the product accepts: the first of the wishes that has a character. */
export const nameOf = (...wishes: string[]): string => wishes.map((wish) => oneLine(wish)).find((name) => name !== '') ?? '-'

/** The last part of a path. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The folder of a path, '' at the top. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A file name without its extension. */
export const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^./]*$/, '')

/** Whether a file of this name becomes a page. */
export const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name)
