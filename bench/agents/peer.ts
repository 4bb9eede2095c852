import { estimateTokens } from '@sheaf/markdown/tokens'
import { type CpuClock, type Load, load, type Request } from '../load.ts'
import type { Row } from '../report.ts'
import type { BenchServer } from '../servers.ts'
import { answerTo, type Item, message, SEARCH_BUDGET, toolCall } from './messages.ts'
import { startShowdoc } from './showdoc.ts'

const ROUNDS = 5

type Asked = Request & { body: string }

interface Pair {
  ours: [label: string, request: Asked]
  theirs: [label: string, request: Asked]
  connections: number
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number
const tokensIn = ({ content, tools }: { content?: { text: string }[]; tools?: object[] }) =>
  estimateTokens(tools ? JSON.stringify({ tools }) : (content?.[0]?.text ?? ''))

/** The same questions to this server and to ShowDoc 3.9 in turns, about the same pages. */
export async function measurePeer(
  source: string,
  server: BenchServer,
  token: string,
  { item_id, page_id, word }: Item,
  pages: number,
  seconds: number,
): Promise<Row[]> {
  const showdoc = await startShowdoc(source, pages)
  try {
    const theirs = (method: string, params: object = {}): Asked => ({
      path: '/mcp.php',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${showdoc.token}` },
    })
    const theirTool = (name: string, args: object) => theirs('tools/call', { name, arguments: args })
    const theirItem = Number(showdoc.item_id)
    const pairs: Pair[] = [
      { ours: ['tools/list', message(token, 'tools/list')], theirs: ['tools/list', theirs('tools/list')], connections: 16 },
      {
        ours: ['fetch', toolCall(token, 'fetch', { id: page_id })],
        theirs: ['get_page', theirTool('get_page', { page_id: Number(showdoc.page_id) })],
        connections: 16,
      },
      {
        ours: ['search, common word', toolCall(token, 'search', { query: word, budget: SEARCH_BUDGET })],
        theirs: ['search_pages, common word', theirTool('search_pages', { item_id: theirItem, query: word, search_mode: 'all' })],
        connections: 1,
      },
      {
        ours: ['browse, budget 4,000', toolCall(token, 'browse', { item: item_id, budget: 4000 })],
        theirs: ['get_item_overview', theirTool('get_item_overview', { item_id: theirItem })],
        connections: 1,
      },
    ]
    const rows: Row[] = []
    for (const { ours, theirs, connections } of pairs) rows.push(...(await inTurns(ours, theirs, connections)))
    return rows

    async function inTurns([label, request]: Pair['ours'], [name, asked]: Pair['theirs'], connections: number): Promise<Row[]> {
      const tokens = [tokensIn(await answerTo(server.url, request)), tokensIn(await answerTo(showdoc.url, asked))] as const
      const turn = (url: string, clock: CpuClock | number, one: Asked, time: number) => load(url, clock, [one], connections, time)
      const [mine, others]: [Load[], Load[]] = [[], []]
      for (let round = 0; round < ROUNDS + 1; round++) {
        const both = [
          await turn(server.url, server.pid, request, round ? seconds : 1),
          await turn(showdoc.url, showdoc.cpu, asked, round ? seconds : 1),
        ] as const
        // The first round warms up.
        if (round > 0) {
          mine.push(both[0])
          others.push(both[1])
        }
      }
      const ratio = (of: (one: Load) => number) => median(others.map((one, n) => of(one) / of(mine[n] as Load)))
      const isLoad = connections > 1
      const limit = label === 'fetch' ? { limit: 5, atLeast: true } : {}
      return [
        { label: `ShowDoc 3.9, ${name}: tokens of the answer (${label}: ${tokens[0]})`, unit: '', measured: tokens[1] },
        { label: `ShowDoc 3.9, ${name}: CPU per request`, unit: 'ms', measured: median(others.map(({ cpu }) => cpu)) },
        { label: `${label} in the same turns: CPU per request`, unit: 'ms', measured: median(mine.map(({ cpu }) => cpu)) },
        isLoad
          ? { label: `${label}: requests relative to ShowDoc 3.9`, unit: '×', measured: 1 / ratio(({ rps }) => rps), ...limit }
          : { label: `${label}: time of ShowDoc 3.9 relative to ours`, unit: '×', measured: 1 / ratio(({ rps }) => rps) },
        { label: `${label}: CPU of ShowDoc 3.9 relative to ours`, unit: '×', measured: ratio(({ cpu }) => cpu), ...limit },
      ]
    }
  } finally {
    await showdoc.stop()
  }
}
