import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { load } from './load.ts'
import type { Row } from './report.ts'
import type { BenchServer } from './servers.ts'

interface Writer {
  item_id: string
  page_ids: string[]
  headers: Record<string, string>
}

const CONNECTIONS = 8
const paragraph = 'A warehouse keeps what the orders ask for, and counts every article when it comes and when it goes. '

/** Measures saves of forty pages of two kilobytes, each durable with revision and index before the response. */
export async function measureSaves(server: BenchServer, { item_id, page_ids, headers }: Writer): Promise<Row[]> {
  const requests = page_ids.slice(0, 40).map((page_id, n) => ({
    path: '/api/page/save',
    fields: { page_id, item_id, page_title: `Warehouse ${n}`, page_content: `# Warehouse ${n}\n\n${paragraph.repeat(20)}` },
    headers,
  }))
  await load(server.url, server.pid, requests, CONNECTIONS, 1)
  const { rps, p99 } = await load(server.url, server.pid, requests, CONNECTIONS, 4)
  return [
    { label: 'page/save, 8 connections: saves per second', unit: '', measured: rps, limit: 1000, atLeast: true },
    { label: 'page/save, 8 connections: 99th percentile', unit: 'ms', measured: p99, limit: 30 },
  ]
}

/** Measures the size of twenty revisions of a page of 200 KB in the database, when each save changes one line. */
export async function measureHistorySize(server: BenchServer, { item_id, headers }: Writer): Promise<Row[]> {
  const lines = Array.from(
    { length: 2600 },
    (_, n) => `| order_${n} | varchar(${n % 255}) | ${(n * 7919) % 104729} articles of kind ${n % 97} are kept here |`,
  )
  const save = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ item_id, page_title: 'Dictionary', ...fields })
    const answer = await (await fetch(`${server.url}/api/page/save`, { method: 'POST', body, headers })).json()
    if (answer.error_code) throw new Error(answer.error_message)
    return answer.data.page_id as string
  }
  const page_id = await save({ page_content: lines.join('\n') })
  for (let n = 0; n < 20; n++) {
    lines[n * 100] += ` and changed ${n}`
    await save({ page_id, page_content: lines.join('\n') })
  }
  const database = new DatabaseSync(join(server.folder, 'sheaf.db'), { readOnly: true })
  const { bytes } = database
    .prepare('select sum(length(page_content)) as bytes from page_history where page_id = ?')
    .get(Number(page_id)) as { bytes: number }
  database.close()
  return [
    {
      label: `20 revisions of a page of ${Math.round(lines.join('\n').length / 1024)} KB`,
      unit: 'KB',
      measured: bytes / 1024,
      limit: 200,
    },
  ]
}
