import { type RawBuilder, sql } from 'kysely'

/** Statements carry so many rows at most. */
const ROWS = 500

export function* inParts<T>(all: T[], rows = ROWS) {
  for (let from = 0; from < all.length; from += rows) yield all.slice(from, from + rows)
}

/** Each row its own value in one statement: `case cat_id when 4 then 1 when 5 then 2 end`. */
export function caseById<T, V extends number | string>(
  id: string,
  rows: T[],
  idOf: (row: T) => number,
  wanted: (row: T) => V,
): RawBuilder<V> {
  const cases = rows.map((row) => {
    const value = wanted(row)
    return sql`when ${idOf(row)} then ${typeof value === 'number' ? sql`cast(${value} as integer)` : sql`cast(${value} as text)`}`
  })
  return sql<V>`case ${sql.ref(id)} ${sql.join(cases, sql` `)} end`
}
