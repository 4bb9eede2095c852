import { matrixOf } from './run.ts'

// The rules: matrix.run.ts.
matrixOf({ state: 'private', type: 1 })
