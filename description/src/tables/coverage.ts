import type { TableView } from './dictionary.ts'
import { columnPath, describable } from './dictionary.ts'
import { tablePlace, type WordedTable } from './words.ts'

/** How many tables and columns there are, and how many of them the database and people describe. */
export interface Coverage {
  total: number
  /** By comments of the database. */
  source: number
  /** By words of people where the database has no comment. */
  here: number
}

export const NO_COVERAGE: Coverage = { total: 0, source: 0, here: 0 }

export const addCoverage = (one: Coverage, other: Coverage): Coverage => ({
  total: one.total + other.total,
  source: one.source + other.source,
  here: one.here + other.here,
})

/** In percent; the shares add up to the whole. */
export function percentOf({ total, source, here }: Coverage): { all: number; source: number; here: number } {
  if (total === 0) return { all: 0, source: 0, here: 0 }
  const [all, bySource] = [source + here, source].map((part) => floored((part * 100) / total))
  return { all: all!, source: bySource!, here: all! - bySource! }
}

/** 100 % is shown only for everything, and 0 % only for nothing. */
const floored = (percent: number) => (percent > 0 && percent < 1 ? 1 : percent > 99 && percent < 100 ? 99 : Math.round(percent))

/** The places of a table that no comment describes: the path of each, and for a column those of its former names. */
export function gapsOf(view: Pick<TableView, 'comment' | 'columns'>): string[][] {
  const former = new Map(view.columns.map(({ name, was = [] }) => [columnPath(name), was.map(columnPath)]))
  return describable(view).flatMap(({ path, isDescribed }) => (isDescribed || path === '' ? [] : [[path, ...(former.get(path) ?? [])]]))
}

/** The path of words in the form of `gapsOf`; '' for a place that counts for nothing. */
export function gapPath(path: string): string {
  const place = tablePlace(path)
  if (place?.of === 'table') return 'table'
  return place?.of === 'column' ? columnPath(place.name) : ''
}

/** How many of these places people describe. */
export const filledGaps = (gaps: readonly string[][], paths: ReadonlySet<string>): number =>
  gaps.filter((names) => names.some((name) => paths.has(name))).length

/** The coverage of one table with its words. */
export function coverageOf(view: WordedTable): Coverage {
  const isOurs = new Set(view.columns.flatMap(({ name, ours }) => (ours ? columnPath(name) : [])))
  if (view.ours) isOurs.add('table')
  const all = describable(view)
  const source = all.filter(({ isDescribed }) => isDescribed).length
  return { total: all.length, source, here: all.filter(({ path, isDescribed }) => !isDescribed && isOurs.has(path)).length }
}
