import { plain, Refusal } from '@sheaf/contract'
import { type Fields, readBody } from './body.ts'
import { boundedTask } from './bounded-task.ts'

export interface LargeBody {
  type: string
  body: Uint8Array
  names: ReadonlySet<string>
}

/** The fields, or the refusal. */
export type ReadBody = { fields: Fields } | { refused: [Refusal['error'], Refusal['fill']] }

/** A thread hands over plain data only. Texts are made plain here, so that the door finds nothing left to do. */
export default boundedTask(({ type, body, names }: LargeBody): ReadBody => {
  try {
    const fields = readBody(type, body, names)
    for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') fields[name] = plain(value)
    return { fields }
  } catch (error) {
    if (error instanceof Refusal) return { refused: [error.error, error.fill] }
    throw error
  }
})
