import type { Language } from '@sheaf/contract'
import { type Host, paced, streamTask } from '../runtime/stream-task.ts'
import { type Plan, readPlan, takeTexts } from './plan/plan.ts'

interface PlanTask {
  path: string
  fileName: string
  language: Language
  client: boolean
  uploadMaxBytes: number
}

type PlanCalls = { progress: (done: number, total: number) => void }

/** Plans an import in a worker thread. Texts are sent in batches before the plan, because one large message blocks the event loop. */
export default streamTask(async function* ({ path, ...options }: PlanTask, { notify }: Host<PlanCalls>): AsyncGenerator<string[], Plan> {
  const plan = await readPlan(path, { ...options, onProgress: paced((done, total) => notify('progress', done, total)) })
  yield* takeTexts(plan)
  return plan
})
