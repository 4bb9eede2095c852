import { unifiedDiff } from '@sheaf/compare/unified'
import { boundedTask } from '../../runtime/bounded-task.ts'

export interface DiffTask {
  old: string
  young: string
  charsMax: number
}

export default boundedTask(({ old, young, charsMax }: DiffTask) => unifiedDiff(old, young, { charsMax }))
