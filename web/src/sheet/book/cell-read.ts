import type { Cell } from '@fortune-sheet/core'
import { extraOf, type StoredCell, type StoredSheet, type StoredStyle, textOf } from '@sheaf/contract/sheet'
import type { Edges } from './borders.ts'
import { edgesOf, type Look, lookOf } from './look-read.ts'
import { noteMarkup } from './notes.ts'
import { formatNamed } from './number-formats.ts'
import { type Origin, valueKey, withOrigin } from './origin.ts'
import { patternFor } from './style-list.ts'
import { readValue } from './value-read.ts'
import { writeValue } from './value-write.ts'

interface Known {
  style: StoredStyle | undefined
  look: Look
  edges: Edges | undefined
  pattern: string
}

const plain: Known = { style: undefined, look: {}, edges: undefined, pattern: '' }

/** The styles of a sheet, each looked at once. */
export function knownStyles({ styles }: StoredSheet): (cell: StoredCell) => Known {
  const known = (Array.isArray(styles) ? styles : []).map((found): Known => {
    const style = found && typeof found === 'object' ? found : {}
    return { style, look: lookOf(style), edges: edgesOf(style), pattern: patternFor(style) }
  })
  return ({ style }) => (typeof style === 'number' ? known[style] : undefined) ?? plain
}

const comment = (note: unknown) =>
  typeof note === 'string' && note !== ''
    ? { ps: { left: null, top: null, width: null, height: null, value: noteMarkup(note), isShow: false } }
    : {}

const sameFormat = (a: string, b: string) => a === b || (formatNamed(a) !== undefined && formatNamed(a) === formatNamed(b))

/** What is kept of a value that would not be written as it stands. */
function exactOf(cell: StoredCell, read: Cell, pattern: string): Origin['exact'] {
  const text = textOf(cell)
  const { note: _note, ...extra } = extraOf(cell)
  const written = writeValue(read)
  const same = written.text === text && sameFormat(written.pattern, pattern) && sameExtra(written.extra, extra)
  return same ? undefined : { key: valueKey(read), text, extra, pattern }
}

const sameExtra = (a: object, b: object) =>
  (Object.keys(a).length === 0 && Object.keys(b).length === 0) || JSON.stringify(a) === JSON.stringify(b)

const known = ['text', 'style', 'merge', 'sheaf']

function unknownOf(cell: StoredCell): Origin['more'] {
  for (const key in cell)
    if (!known.includes(key)) return Object.fromEntries(Object.entries(cell).filter(([name]) => !known.includes(name)))
  return undefined
}

/** A stored cell as the grid shows it, without its edges. */
export function readCell(cell: StoredCell, { style, look, pattern }: Known): Cell {
  const read = { ...look, ...readValue(cell, style), ...comment(extraOf(cell).note) } as Cell
  const [more, exact] = [unknownOf(cell), exactOf(cell, read, pattern)]
  return withOrigin(read, {
    ...(typeof cell.style === 'number' ? { style: cell.style } : {}),
    ...(more ? { more } : {}),
    ...(exact ? { exact } : {}),
  })
}
