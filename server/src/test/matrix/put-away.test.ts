import { matrixOf } from './run.ts'

// The rules: matrix.run.ts.
matrixOf({ state: 'archived', type: 1 }, { state: 'deleted', type: 1 })
