import { matrixOf } from './run.ts'

// run.ts defines the tests.
matrixOf({ state: 'public', type: 1 })
