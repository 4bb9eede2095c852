import { vi } from 'vitest'
import type { Store } from '../db/dialect.ts'

/** Counts the queries outside of transactions and the rows they return, until `end`. */
export function countQueries(store: Store) {
  const executor = store.db.getExecutor()
  const count = { queries: 0, rows: 0, end: () => spies.forEach((spy) => void spy.mockRestore()) }
  const add = <Rows extends readonly unknown[]>(rows: Rows) => {
    count.queries++
    count.rows += rows.length
    return rows
  }
  const [execute, hot] = [executor.executeQuery.bind(executor), store.hot]
  const spies = [
    vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      const result = await execute(query)
      add(result.rows)
      return result as never
    }),
    vi.spyOn(store, 'hot').mockImplementation((text, values) => {
      const rows = hot(text, values)
      return (rows instanceof Promise ? rows.then(add) : add(rows)) as never
    }),
  ]
  return count
}
