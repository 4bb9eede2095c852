import { Refusal } from '@sheaf/contract'
import type { Rendered, RenderOptions } from '@sheaf/markdown'
import { plainPage } from '@sheaf/markdown/plain-page'
import { QueueFull } from '../../runtime/fair-turns.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'

/** As the page's text says, or as its spreadsheet does. */
export type Finished = Omit<Rendered, 'needs'> & {
  needs: string[]
  /** It ran out of time or memory; on an idle machine it might not have. */
  ended?: true
}

interface Task {
  text: string
  options: RenderOptions
  isSheet: boolean
}

/*
 * Nearly every page takes some milliseconds. One that takes longer than the first threads give it, or is very long, goes on in a
 * thread of its own kind, so that the first ones are soon free again.
 */
const short = { threads: 2, megabytes: 256, milliseconds: 3000, waiting: 2000, waitingOfOne: 300 } satisfies Bounds
const long = { threads: 1, megabytes: 1024, milliseconds: 30_000, waiting: 500, waitingOfOne: 50 } satisfies Bounds
const SHORT_MAX = 300_000
const triesOf = (text: string): Bounds[] => (text.length > SHORT_MAX ? [long] : [short, long])

/** A text as HTML within bounds, or as it was written; `owner` is whose pages wait for one another. */
export async function renderInBounds(task: Task, owner: string, tries = triesOf(task.text)): Promise<Finished> {
  for (const bounds of tries)
    try {
      return await inBounds<Task, Finished>(import.meta.url, 'render', task, { ...bounds, owner })
    } catch (error) {
      // Nothing is known of the page then: it can be asked for again.
      if (error instanceof QueueFull) throw new Refusal('tooMany')
    }
  return { ...plainPage(task.text), ended: true }
}
