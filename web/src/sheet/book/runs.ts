/** A stretch of a cell's text with a look of its own. */
export type Run = { v: string } & Partial<Record<(typeof marks)[number], string | number>>

const marks = ['bl', 'it', 'un', 'cl', 'fc', 'fs', 'ff'] as const

const isTextOrNumber = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

function readRun(found: unknown): Run {
  const run = (found ?? {}) as Record<string, unknown>
  const look = marks.flatMap((mark) => (isTextOrNumber(run[mark]) ? [[mark, run[mark]] as const] : []))
  return { ...Object.fromEntries(look), v: typeof run['v'] === 'string' ? run['v'] : '' }
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

export const textOfRuns = (runs: unknown): string =>
  unix(Array.isArray(runs) ? runs.map((run: { v?: unknown }) => (typeof run?.v === 'string' ? run.v : '')).join('') : '')

/** The stretches kept for a text; undefined when they are not of this text. */
export function readRuns(found: unknown, text: string): Run[] | undefined {
  if (!Array.isArray(found) || found.length === 0) return undefined
  const runs = found.map(readRun)
  return textOfRuns(runs) === unix(text) ? runs.map((run) => ({ ...run, v: run.v.replace(/\r\n?|\n/g, '\r\n') })) : undefined
}

/** What is worth keeping of a text's stretches: nothing when they all look like the cell. */
export function writeRuns(found: unknown): Run[] | undefined {
  if (!Array.isArray(found)) return undefined
  const runs = found.map(readRun).map((run) => ({ ...run, v: unix(run.v) }))
  return runs.some((run) => marks.some((mark) => mark in run && run[mark] !== 0 && run[mark] !== '')) ? runs : undefined
}
