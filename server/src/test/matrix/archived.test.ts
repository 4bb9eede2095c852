import { matrixOf } from './run.ts'

// run.ts defines the tests.
matrixOf({ state: 'archived', type: 1 }, { state: 'deleted', type: 1 })
