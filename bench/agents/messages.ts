import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { estimateTokens } from '@sheaf/markdown/tokens'
import { load, type Request } from '../load.ts'
import type { Row } from '../report.ts'
import { type BenchServer, memoryMb, startServer } from '../servers.ts'
import { makeToken, signIn } from './person.ts'

const VERSION = '2026-07-28'
const _meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A message to /mcp in the stateless form of the protocol. */
export function message(token: string, method: string, params: { name?: string; arguments?: object } = {}): Request & { body: string } {
  return {
    path: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(params.name ? { 'mcp-name': params.name } : {}),
    },
  }
}

export const toolCall = (token: string, name: string, args: object) => message(token, 'tools/call', { name, arguments: args })

/** Sends a message once and returns the result; a refusal would make every figure wrong. */
export async function answerTo(url: string, { path, body, headers = {} }: Request & { body: string }) {
  const reply = await fetch(url + path, { method: 'POST', body, headers })
  const text = await reply.text()
  const { result, error } = JSON.parse(text) as {
    result?: { tools?: object[]; isError?: boolean; content?: { text: string }[] }
    error?: object
  }
  if (!result || error || result.isError) throw new Error(`${path}: ${text.slice(0, 500)}`)
  return result
}

export interface Item {
  item_id: string
  page_id: string
  /** A word of every page. */
  word: string
}

export const SEARCH_BUDGET = 2000

/** What agents ask most. */
export async function measureMessages(
  server: BenchServer,
  token: string,
  { item_id, page_id, word }: Item,
  seconds: number,
): Promise<Row[]> {
  const listing = message(token, 'tools/list')
  const fetching = toolCall(token, 'fetch', { id: page_id })
  const searching = toolCall(token, 'search', { query: word, budget: SEARCH_BUDGET })
  const browsing = toolCall(token, 'browse', { item: item_id, budget: 4000 })
  const { tools = [] } = await answerTo(server.url, listing)
  await answerTo(server.url, fetching)
  await answerTo(server.url, browsing)
  const [found] = (await answerTo(server.url, searching)).content ?? []
  const measure = async (request: Request, connections: number) => {
    await load(server.url, server.pid, [request], connections, 1)
    return load(server.url, server.pid, [request], connections, seconds)
  }
  const [list, page, search, browse] = [
    await measure(listing, 16),
    await measure(fetching, 16),
    await measure(searching, 1),
    await measure(browsing, 1),
  ]
  return [
    { label: 'tools/list: tools', unit: '', measured: tools.length, limit: 10 },
    { label: 'tools/list: tokens, estimated', unit: '', measured: estimateTokens(JSON.stringify({ tools })), limit: 1800 },
    { label: 'tools/list, 16 connections: CPU per request', unit: 'ms', measured: list.cpu, limit: 0.7 },
    { label: 'fetch a page, 16 connections: requests per second', unit: '', measured: page.rps, limit: 900, atLeast: true },
    { label: 'fetch a page, 16 connections: CPU per request', unit: 'ms', measured: page.cpu, limit: 1 },
    {
      label: 'search, common word: tokens of the answer',
      unit: '',
      measured: estimateTokens(found?.text ?? ''),
      limit: SEARCH_BUDGET * 1.05,
    },
    { label: 'search, common word', unit: 'ms', measured: 1000 / search.rps, limit: 15 },
    { label: 'browse, budget 4,000', unit: 'ms', measured: 1000 / browse.rps, limit: 5 },
  ]
}

/** Without files of programs, which other processes share. */
const ownMb = (pid: number) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Start, rest, and what the first message of an agent brings into memory; on an empty site. */
export async function measureMemory(): Promise<Row[]> {
  const server = await startServer()
  try {
    const token = await makeToken(await signIn(server), 1)
    await wait(4000)
    const [idle, own] = [memoryMb(server.pid), ownMb(server.pid)]
    await answerTo(server.url, message(token, 'tools/list'))
    await answerTo(server.url, toolCall(token, 'browse', {}))
    await wait(500)
    return [
      { label: 'Start to first response, empty site', unit: 'ms', measured: server.startMs },
      { label: 'Idle memory', unit: 'MB', measured: idle },
      { label: 'First message of an agent: memory', unit: 'MB', measured: memoryMb(server.pid) - idle, limit: 35 },
      { label: 'First message of an agent: memory without mapped files', unit: 'MB', measured: ownMb(server.pid) - own },
    ]
  } finally {
    await server.stop()
  }
}
