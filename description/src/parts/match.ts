import { neutralPath } from './keys.ts'

/** A part of a description as it is matched: an operation, a webhook or a named schema. */
export interface PartRow {
  /** Unique among the rows of its description. */
  key: string
  /** The operationId; '' for none, and for schemas. */
  id: string
  /** '' for schemas. */
  method: string
  /** The path of an operation; the name of a webhook or a schema. */
  path: string
  /** The tags of a call; the names of the fields of a schema. */
  tags: readonly string[]
  /** Hashes of the parts of its request and its responses, or of the fields of a schema. */
  pieces: readonly string[]
}

export interface Match<Row extends PartRow> {
  before: Row
  after: Row
  /** same: neither id nor address changed. address: the id was renamed. id: the part moved. */
  by: 'same' | 'address' | 'id'
}

/** Two parts that a person may declare the same. `score` is between 0.75 and 1. */
export interface Suggestion<Row extends PartRow> {
  before: Row
  after: Row
  score: number
}

interface Matching<Row extends PartRow> {
  matches: Match<Row>[]
  suggestions: Suggestion<Row>[]
  /** Parts without a match, including those of a suggestion. */
  gone: Row[]
  added: Row[]
  /** Whether the limit of work was reached, so that suggestions can be missing. */
  isCut: boolean
}

/** A suggestion needs this score, and this distance to the next best pair of either part. */
const SCORE_MIN = 0.75
const DISTANCE_MIN = 0.15
/** A piece that more parts have identifies none of them and is not looked up. */
const COMMON_MAX = 50
/** Pairs that are compared for one part without a match, and for all of them. */
const CANDIDATES_MAX = 200
const PAIRS_MAX = 20_000

const addressOf = ({ method, path }: PartRow) => `${method} ${neutralPath(path)}`

/** Rows by a text; several rows with the same text are matched in their order. */
function rowsBy<Row extends PartRow>(rows: Iterable<Row>, textOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const list = found.get(textOf(row))
    if (list) list.push(row)
    else found.set(textOf(row), [row])
  }
  return found
}

/**
 * Matches the parts of two versions of a description: the same id and address, then the same address, then the same id. The rest is
 * compared by method, path, tags and pieces, and pairs that are clearly similar are suggested. An id that several rows have counts as
 * none. Takes time in the number of rows; the work for the rest is bounded (`PAIRS_MAX`).
 */
export function matchParts<Row extends PartRow>(before: readonly Row[], after: readonly Row[]): Matching<Row> {
  const [old, now] = [new Set(before), new Set(after)]
  const matches: Match<Row>[] = []
  const ids = [rowsBy(before, ({ id }) => id), rowsBy(after, ({ id }) => id)] as const
  const idOf = (row: Row, side: 0 | 1) => (row.id !== '' && ids[side].get(row.id)?.length === 1 ? row.id : '')
  const pass = (by: Match<Row>['by'], textOf: (row: Row, side: 0 | 1) => string) => {
    const targets = rowsBy(now, (row) => textOf(row, 1))
    for (const [, list] of targets) list.reverse()
    for (const row of old) {
      const text = textOf(row, 0)
      const found = text === '' ? undefined : targets.get(text)?.pop()
      if (!found) continue
      matches.push({ before: row, after: found, by })
      old.delete(row)
      now.delete(found)
    }
  }
  // Two parts without an id and with the same address are the same.
  pass('same', (row, side) => `${idOf(row, side)} ${addressOf(row)}`)
  pass('address', addressOf)
  pass('id', idOf)
  const { suggestions, isCut } = suggestionsOf([...old], [...now])
  return { matches, suggestions, gone: [...old], added: [...now], isCut }
}

/** Pieces of a row. A part without pieces is similar to another one without pieces. */
const piecesOf = ({ pieces }: PartRow) => new Set(pieces.length > 0 ? pieces : ['none'])

/** The share of what two sets have in common. */
function overlap<Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): number {
  let common = 0
  for (const value of one) if (other.has(value)) common++
  const all = one.size + other.size - common
  return all === 0 ? 1 : common / all
}

/** Segments of a path with their places from either end, or the words of a name. */
const segmentsOf = ({ method, path }: PartRow): Set<string> =>
  new Set(
    method === ''
      ? path.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+|[^\p{L}\d\s]/gu)?.map((word) => word.toLowerCase())
      : neutralPath(path).split('/').filter(Boolean),
  )

/** What is compared of a part. */
interface Traits<Row extends PartRow> {
  row: Row
  segments: ReadonlySet<string>
  tags: ReadonlySet<string>
  pieces: ReadonlySet<string>
}

const traitsOf = <Row extends PartRow>(row: Row): Traits<Row> => {
  return { row, segments: segmentsOf(row), tags: new Set(row.tags), pieces: piecesOf(row) }
}

/** How similar two parts are, from 0 to 1. The pieces of a part count most, and without half of them no score is high enough. */
function scoreOf<Row extends PartRow>(one: Traits<Row>, other: Traits<Row>): number {
  const [method, path, tags, pieces] = one.row.method === '' ? [0, 0.2, 0.1, 0.7] : [0.1, 0.25, 0.1, 0.55]
  const score =
    (one.row.method === other.row.method ? method! : 0) +
    overlap(one.segments, other.segments) * path! +
    overlap(one.tags, other.tags) * tags! +
    overlap(one.pieces, other.pieces) * pieces!
  return Math.round(score * 1000) / 1000
}

function suggestionsOf<Row extends PartRow>(
  gone: readonly Row[],
  added: readonly Row[],
): { suggestions: Suggestion<Row>[]; isCut: boolean } {
  const byPiece = new Map<string, Traits<Row>[]>()
  for (const traits of added.map(traitsOf))
    for (const piece of traits.pieces) {
      const list = byPiece.get(piece)
      if (list) list.push(traits)
      else byPiece.set(piece, [traits])
    }
  const pairs: Suggestion<Row>[] = []
  for (const old of gone.map(traitsOf)) {
    const candidates = new Set<Traits<Row>>()
    for (const piece of old.pieces) {
      const list = byPiece.get(piece) ?? []
      if (list.length <= COMMON_MAX && candidates.size < CANDIDATES_MAX) for (const candidate of list) candidates.add(candidate)
    }
    if (pairs.length + candidates.size > PAIRS_MAX) return { suggestions: clearOf(pairs), isCut: true }
    for (const candidate of candidates) pairs.push({ before: old.row, after: candidate.row, score: scoreOf(old, candidate) })
  }
  return { suggestions: clearOf(pairs), isCut: false }
}

/** The pairs whose score is high enough and clearly above every other pair of either part. */
function clearOf<Row extends PartRow>(pairs: readonly Suggestion<Row>[]): Suggestion<Row>[] {
  const best = new Map<Row, number[]>()
  for (const { before, after, score } of pairs)
    for (const row of [before, after]) best.set(row, [...(best.get(row) ?? []), score].sort((a, b) => b - a).slice(0, 2))
  const isClear = (row: Row, score: number) => {
    const [first = 0, second = 0] = best.get(row) ?? []
    return score === first && score - second >= DISTANCE_MIN - 1e-9
  }
  return pairs.filter(({ before, after, score }) => score >= SCORE_MIN && isClear(before, score) && isClear(after, score))
}
