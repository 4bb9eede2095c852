import { matrixOf } from './run.ts'

// The rules: matrix.run.ts.
matrixOf({ state: 'private', type: 2 }, { state: 'private', type: 4 })
