import { hash } from 'node:crypto'

export const sha256 = (text: string) => hash('sha256', text)

/** A text, file or row on both sides; `after` is undefined when a user has changed or deleted it here since the move. */
export interface Pair {
  id: number | string
  here: number
  before: string
  after: string | undefined
}

export const PROOF_BATCH_ROWS = 50

export function* inBatches<T>(all: Iterable<T>, most = PROOF_BATCH_ROWS) {
  let batch: T[] = []
  for (const entry of all) {
    batch.push(entry)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
