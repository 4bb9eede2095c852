import { load } from '../load.ts'
import type { Row } from '../report.ts'
import { type BenchServer, startServer } from '../servers.ts'
import { type Person, signIn } from './person.ts'
import { ownAddress, type Receivers, startReceivers } from './receivers.ts'

const RECEIVERS = 10
const CONNECTIONS = 8
const ROUNDS = 5
const paragraph = 'A warehouse keeps what the orders ask for, and counts every article when it comes and when it goes. '

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number

type Turns = Record<'on' | 'off', number[]>

interface Hook {
  webhook_id: string
}

const hook = (person: Person, item_id: string, url: string, more: Record<string, string> = {}) =>
  person.call<Hook>('webhook/save', {
    item_id,
    name: 'Bench',
    kind: 'json',
    language: 'en',
    url,
    events: JSON.stringify(['page.created', 'page.changed']),
    is_on: '1',
    ...more,
  })

/** page/save, with the row of its change, with and without a webhook in turns. */
async function saves(server: BenchServer, person: Person, receivers: Receivers, seconds: number): Promise<Row[]> {
  const { item_id } = await person.call<{ item_id: string }>('item/add', { item_name: 'Saves' })
  const page_ids: string[] = []
  for (let n = 0; n < 40; n++) {
    const fields = { item_id, page_title: `Warehouse ${n}`, page_content: `# Warehouse ${n}` }
    page_ids.push((await person.call<{ page_id: string }>('page/save', fields)).page_id)
  }
  const { webhook_id } = await hook(person, item_id, `${receivers.url}/saves`)
  const requests = page_ids.map((page_id, n) => ({
    path: '/api/page/save',
    // Each save has another text: an unchanged one is not written.
    body: `${new URLSearchParams({ page_id, item_id, page_title: `Warehouse ${n}`, page_content: `# Warehouse ${n}\n\n${paragraph.repeat(20)}` })}+[<id>]`,
    headers: person.headers,
  }))
  const rps: Turns = { on: [], off: [] }
  const cpu: Turns = { on: [], off: [] }
  await load(server.url, server.pid, requests, CONNECTIONS, 1)
  for (let round = 0; round < ROUNDS; round++)
    for (const state of ['on', 'off'] as const) {
      await hook(person, item_id, '', { webhook_id, is_on: state === 'on' ? '1' : '0' })
      const turn = await load(server.url, server.pid, requests, CONNECTIONS, seconds)
      rps[state].push(turn.rps)
      cpu[state].push(turn.cpu)
    }
  const ratio = (of: Turns) => median(of.on.map((one, n) => one / (of.off[n] as number)))
  return [
    { label: 'page/save with a webhook, 8 connections: saves per second', unit: '', measured: median(rps.on), limit: 1000, atLeast: true },
    { label: 'page/save without a webhook, 8 connections: saves per second', unit: '', measured: median(rps.off) },
    { label: 'page/save with a webhook relative to without', unit: '', measured: ratio(rps), limit: 0.9, atLeast: true },
    { label: 'page/save with a webhook relative to without: CPU', unit: '', measured: ratio(cpu) },
  ]
}

/** Creates pages, each of which is an event for ten receivers. Returns when each event came to each of the first nine, in ms. */
async function deliver(address: string, events: number, hanging: string[]) {
  const receivers = await startReceivers(address, hanging)
  const server = await startServer(undefined, { OUTBOUND_ALLOW: address })
  try {
    const person = await signIn(server)
    const { item_id } = await person.call<{ item_id: string }>('item/add', { item_name: 'Events' })
    for (let n = 0; n < RECEIVERS; n++) await hook(person, item_id, `${receivers.url}/${n}`)
    const good = Array.from({ length: RECEIVERS - 1 }, (_, n) => `/${n}`)
    const start = performance.now()
    let next = 0
    const make = async () => {
      while (next < events) {
        const n = next++
        await person.call('page/save', { item_id, page_title: `Page ${n}`, page_content: `Text ${n}` })
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, make))
    await receivers.received(good, events, 300)
    return good.map((path) => [...(receivers.arrivals.get(path)?.values() ?? [])].map((at) => at - start).toSorted((a, b) => a - b))
  } finally {
    await server.stop()
    await receivers.stop()
  }
}

async function events(address: string, count: number): Promise<Row[]> {
  const all = await deliver(address, count, [])
  const withHanging = await deliver(address, count, [`/${RECEIVERS - 1}`])
  const last = (times: number[][]) => Math.max(...times.map((one) => one.at(-1) ?? 0))
  const middle = (times: number[][]) => median(times.map((one) => one[Math.floor(one.length / 2)] ?? 0))
  return [
    {
      label: `${count} events to 10 receivers, one hanging: the other nine have all`,
      unit: 's',
      measured: last(withHanging) / 1000,
      limit: 60,
    },
    { label: `${count} events to 10 receivers, none hanging: nine have all`, unit: 's', measured: last(all) / 1000 },
    {
      label: 'The hanging receiver makes the last event of the others later by',
      unit: 's',
      measured: (last(withHanging) - last(all)) / 1000,
      limit: 1,
    },
    {
      label: 'The hanging receiver makes half of the events of the others later by',
      unit: 's',
      measured: (middle(withHanging) - middle(all)) / 1000,
      limit: 1,
    },
  ]
}

/** Saves with a webhook, and many events to several receivers. Receivers are on this machine, so it needs an address in a network. */
export async function measureWebhooks(count: number, seconds: number): Promise<Row[]> {
  if (!ownAddress) {
    console.log('This machine has no IPv4 address in a network: webhooks are skipped.')
    return []
  }
  const receivers = await startReceivers(ownAddress)
  const server = await startServer(undefined, { OUTBOUND_ALLOW: ownAddress })
  const rows: Row[] = []
  try {
    rows.push(...(await saves(server, await signIn(server), receivers, seconds)))
  } finally {
    await server.stop()
    await receivers.stop()
  }
  return [...rows, ...(await events(ownAddress, count))]
}
