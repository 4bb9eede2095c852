import type { MessagePort } from 'node:worker_threads'
import { type ErrorName, type Language, Refusal } from '@sheaf/contract'
import { type Plan, readPlan } from './plan.ts'

interface Task {
  path: string
  fileName: string
  language: Language
  client: boolean
  uploadMaxBytes: number
  port: MessagePort
}

/** Errors lose what makes them a refusal on the way between threads, so a refusal is an answer here. */
export type Planned = { plan: Plan } | { refused: ErrorName; fill: Record<string, string> }

/** Reads a file away from the event loop; posts [done, total] on the way. */
export default async ({ path, port, ...options }: Task): Promise<Planned> => {
  try {
    return { plan: await readPlan(path, { ...options, onProgress: (done, total) => port.postMessage([done, total]) }) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.error, fill: error.fill }
    throw error
  }
}
