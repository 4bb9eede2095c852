import { Refusal } from '@sheaf/contract'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { runTask, type TaskName, type Tasks } from './tasks.ts'

/** Comparisons have a budget of steps; the time limit is for a machine that is too slow for it. */
const bounds = { threads: 2, megabytes: 768, milliseconds: 30_000, waiting: 500, waitingPerOwner: 50 } satisfies Bounds

/** Up to these sizes a comparison takes at most some milliseconds for any texts. */
const SMALL_CHARS = 60_000
const SMALL_LINES = 600

function isSmall(input: object) {
  const texts = Object.values(input).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap((edit: object) => Object.values(edit) as string[]) : [],
  )
  if (texts.reduce((sum, text) => sum + text.length, 0) > SMALL_CHARS) return false
  let lines = 0
  for (const text of texts) for (let at = 0; at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > SMALL_LINES) return false
  return true
}

/** Compares texts: small ones here, larger ones in a thread. Tasks of one `owner` share a queue. */
export async function compared<N extends TaskName>(name: N, input: Tasks[N]['input'], owner: string): Promise<Tasks[N]['output']> {
  if (isSmall(input)) return runTask(name, input)
  try {
    return await inBounds<{ name: N; input: Tasks[N]['input'] }, Tasks[N]['output']>(
      import.meta.url,
      'comparison',
      { name, input },
      {
        ...bounds,
        owner,
      },
    )
  } catch (error) {
    throw new Refusal(error instanceof QueueFull ? 'tooMany' : 'tooLarge')
  }
}
