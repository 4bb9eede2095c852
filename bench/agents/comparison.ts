import { readFileSync } from 'node:fs'
import { quantileMs } from '../load.ts'
import type { Row } from '../report.ts'
import type { BenchServer } from '../servers.ts'
import type { Person } from './person.ts'

const LINES = 4000
const TIMES = 9

/** Nanoseconds that the main thread of a process has run: its thread id is the process id. */
const mainThreadMs = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const lineOf = (n: number, word: string) => `| order_${n} | ${word} of kind ${n % 97} | ${(n * 7919) % 104_729} are kept in store |`
const textOf = (word: (n: number) => string) => Array.from({ length: LINES }, (_, n) => lineOf(n, word(n))).join('\n')

/** suggestion/preview of a page of 240 KB in which every second of 4,000 lines changed. */
export async function measureComparison(server: BenchServer, person: Person, item_id: string): Promise<Row[]> {
  const before = textOf(() => 'articles')
  const { page_id } = await person.call<{ page_id: string }>('page/save', { item_id, page_title: 'Stock', page_content: before })
  const preview = (round: number) =>
    person.call<{ added: string }>('suggestion/preview', {
      page_id,
      base_version: '1',
      page_content: textOf((n) => (n % 2 ? `goods ${round}` : 'articles')),
    })
  const { added } = await preview(0)
  if (Number(added) !== LINES / 2) throw new Error(`suggestion/preview: ${added} lines`)
  for (let n = 0; n < 3; n++) await preview(n)
  const start = mainThreadMs(server.pid)
  const ms = await quantileMs(TIMES, preview)
  const main = (mainThreadMs(server.pid) - start) / TIMES
  const size = `${Math.round(before.length / 1024)} KB, ${added} changed lines`
  return [
    { label: `suggestion/preview, ${size}`, unit: 'ms', measured: ms, limit: 100 },
    { label: 'suggestion/preview: CPU of the main thread, the most that it can block', unit: 'ms', measured: main, limit: 20 },
  ]
}
