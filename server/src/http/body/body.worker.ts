import { Refusal } from '@sheaf/contract'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { type Fields, type Reading, readWholeBody } from './body.ts'

export interface LargeBody {
  type: string
  blocks: Uint8Array[]
  reading: Reading
}

/** The fields, or the error. A thread can return only plain data, so the error is not a `Refusal`. */
export type ReadBody = { fields: Fields } | { refused: [Refusal['error'], Refusal['fill']] }

export default boundedTask(async ({ type, blocks, reading }: LargeBody): Promise<ReadBody> => {
  try {
    return { fields: await readWholeBody(type, Buffer.concat(blocks), reading) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: [error.error, error.fill] }
    throw error
  }
})
