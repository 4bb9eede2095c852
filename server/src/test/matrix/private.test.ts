import { matrixOf } from './run.ts'

// run.ts defines the tests.
matrixOf({ state: 'private', type: 1 })
