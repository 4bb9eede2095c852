import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { type ErrorName, type Language, Refusal } from '@sheaf/contract'
import { type Plan, readPlan, takeTexts } from './plan/plan.ts'

interface Task {
  path: string
  fileName: string
  language: Language
  client: boolean
  uploadMaxBytes: number
  port: MessagePort
}

/** A refusal is returned as data, because an error loses its class between threads. */
export type PlanResult = { plan: Plan } | { refused: ErrorName; fill: Record<string, string> }

/** Messages during the task: progress, or texts of the plan. The next texts follow when these are acknowledged. */
export type PlanMessage = { done: number; total: number } | { texts: string[] }

/** Plans an import in a worker thread. Texts are sent in batches before the plan, because one large message blocks the event loop. */
export default async ({ path, port, ...options }: Task): Promise<PlanResult> => {
  try {
    const send = (message: PlanMessage) => port.postMessage(message)
    const plan = await readPlan(path, { ...options, onProgress: (done, total) => send({ done, total }) })
    for (const texts of takeTexts(plan)) {
      const isTaken = once(port, 'message')
      send({ texts })
      await isTaken
    }
    return { plan }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.error, fill: error.fill }
    throw error
  }
}
