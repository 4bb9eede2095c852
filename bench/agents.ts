import autocannon from 'autocannon'
import type { Row } from './report.ts'
import { type BenchServer, cpuMs } from './servers.ts'

const SECONDS = 2

/** What agents ask most, as messages to /mcp, with the limits of docs/performance.md. */
export async function measureAgents({ url, pid }: BenchServer, session: string, page_id: string, word: string): Promise<Row[]> {
  const made = await fetch(`${url}/api/token/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}` },
    body: new URLSearchParams({ name: 'bench', level: '1', days: '30' }),
  })
  const token = ((await made.json()) as { data: { token: string } }).data.token
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  async function measure(method: string, params: object, connections: number, name?: string) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
    const named = name ? { 'mcp-name': name } : {}
    const all = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named }
    const requests = [{ method: 'POST' as const, path: '/mcp', body, headers: all }]
    const run = (duration: number) => autocannon({ url, connections, duration, requests })
    await run(1)
    const before = cpuMs(pid)
    const result = await run(SECONDS)
    if (result.non2xx || result.errors) throw new Error(`${method}: ${result.non2xx} refusals, ${result.errors} errors`)
    return { cpu: (cpuMs(pid) - before) / result.requests.total, rps: result.requests.total / SECONDS, ms: result.latency.p50 }
  }
  const call = (name: string, args: object, connections: number) => measure('tools/call', { name, arguments: args }, connections, name)
  const list = await measure('tools/list', {}, 16)
  const page = await call('fetch', { id: page_id }, 16)
  const found = await call('search', { query: word }, 1)
  return [
    { label: 'Agents, tools/list: CPU per request', unit: 'ms', measured: list.cpu, limit: 0.7 },
    { label: 'Agents, fetch, 16 connections: requests per second', unit: '', measured: page.rps, limit: 900, atLeast: true },
    { label: 'Agents, fetch: CPU per request', unit: 'ms', measured: page.cpu, limit: 1 },
    { label: 'Agents, search, common word', unit: 'ms', measured: found.cpu, limit: 15 },
  ]
}
