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

/** Errors lose what makes them a refusal on the way between threads, so a refusal is an answer here. */
export type PlanResult = { plan: Plan } | { refused: ErrorName; fill: Record<string, string> }

/** What comes on the way: how far it is, or texts of the plan, the next ones when these have been taken. */
export type PlanMessage = { done: number; total: number } | { texts: string[] }

/** Reads a file away from the event loop. The texts go ahead of the plan, since all of it at once would hold up everybody. */
export default async ({ path, port, ...options }: Task): Promise<PlanResult> => {
  try {
    const tell = (what: PlanMessage) => port.postMessage(what)
    const plan = await readPlan(path, { ...options, onProgress: (done, total) => tell({ done, total }) })
    for (const texts of takeTexts(plan)) {
      const isTaken = once(port, 'message')
      tell({ texts })
      await isTaken
    }
    return { plan }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.error, fill: error.fill }
    throw error
  }
}
