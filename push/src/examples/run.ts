import type { Example } from '../site/site.ts'
import { filled, type Unsendable, type Variables } from './request.ts'
import { send } from './send.ts'
import { compareDocumented, compareShape, type Difference, type More, parsedJson, together } from './shape.ts'

/** What became of an example. `error`: it could not be run. `skipped`: it can change something, and was not allowed to. */
export interface Outcome {
  example: Example
  state: 'passing' | 'failing' | 'error' | 'skipped'
  status: number
  ms: number
  paths: Difference[]
  more: More[]
  /** Why it could not be run. */
  problem: Unsendable['problem'] | 'noAnswer' | 'badAnswer' | ''
  /** Names of variables or headers, or why there was no answer. Never a value. */
  detail: string[]
  /** The answer was larger than 5 MB. */
  isLarge: boolean
}

const PAGES_AT_ONCE = 4
const safeMethods = ['GET', 'HEAD', 'OPTIONS']

const nothing = (example: Example): Outcome => ({
  ...{ example, state: 'error', status: 0, ms: 0, paths: [], more: [], problem: '', detail: [], isLarge: false },
})

const matches = (expect: string, status: number) => (/^\dxx$/i.test(expect) ? String(status)[0] === expect[0] : String(status) === expect)

async function runOne(example: Example, variables: Variables, { isUnsafe, agent, timeout }: RunOptions): Promise<Outcome> {
  const isSafe = safeMethods.includes(example.method)
  if (!isSafe && !(isUnsafe && example.is_unsafe)) return { ...nothing(example), state: 'skipped' }
  const wanted = example.response.trim() === '' ? undefined : parsedJson(example.response)
  if (example.response.trim() !== '' && !wanted) return { ...nothing(example), problem: 'badAnswer' }
  const request = filled(example, variables)
  if ('problem' in request) return { ...nothing(example), problem: request.problem, detail: request.names }
  const answer = await send(request, agent, timeout)
  if ('reason' in answer) return { ...nothing(example), problem: 'noAnswer', detail: [answer.reason] }
  const { status, ms, body, type } = answer
  const seen = { ...nothing(example), status, ms }
  if (!matches(example.expect, status)) return { ...seen, state: 'failing', paths: [{ path: '$', problem: 'status' }] }
  if (body === undefined) return { ...seen, state: 'failing', paths: [{ path: '$', problem: 'form' }], isLarge: true }
  if (example.method === 'HEAD') return { ...seen, state: 'passing' }
  const text = body.toString('utf8')
  const found = wanted && parsedJson(text)
  if (wanted && !found) return { ...seen, state: 'failing', paths: [{ path: '$', problem: 'form' }] }
  const none = { differences: [], more: [] }
  const { differences, more } = together(
    wanted && found ? compareShape(wanted.value, found.value) : none,
    example.documented ? compareDocumented(example.documented, status, type, text) : none,
  )
  return { ...seen, state: differences.length > 0 ? 'failing' : 'passing', paths: differences, more }
}

interface RunOptions {
  /** Examples that allow it may change something. */
  isUnsafe: boolean
  agent: string
  /** Milliseconds; 15 s without. */
  timeout?: number
}

/** Runs examples: those of a page in their order, a few pages at a time. The outcomes are in the order of the examples. */
export async function runAll(
  examples: readonly Example[],
  variables: Variables,
  options: RunOptions,
  onDone: (example: Example) => void,
): Promise<Outcome[]> {
  const outcomes = new Map<Example, Outcome>()
  const open = [...Map.groupBy(examples, ({ page_id }) => page_id).values()].reverse()
  const work = async () => {
    for (let page = open.pop(); page !== undefined; page = open.pop())
      for (const example of page) {
        outcomes.set(example, await runOne(example, variables, options))
        onDone(example)
      }
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work))
  return examples.flatMap((example) => outcomes.get(example) ?? [])
}
