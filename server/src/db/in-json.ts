import type { Services } from '../context.ts'

/** A subquery with the values of a JSON array that is one parameter, so that a prepared statement takes lists of any length. */
export const inJson = ({ store }: Pick<Services, 'store'>, type: 'int' | 'text' = 'int') =>
  store.kind === 'sqlite' ? 'select value from json_each(?)' : `select value::${type} as value from json_array_elements_text(?::json)`
