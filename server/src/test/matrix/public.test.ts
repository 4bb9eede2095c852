import { matrixOf } from './run.ts'

// The rules: matrix.run.ts.
matrixOf({ state: 'public', type: 1 })
