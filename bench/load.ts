import autocannon from 'autocannon'
import { cpuMs } from './servers.ts'

export interface Load {
  rps: number
  /** Median latency in ms. */
  ms: number
  /** 99th percentile of the latency in ms. */
  p99: number
  /** CPU of the server per request, in ms. */
  cpu: number
  /** Bytes of a body as sent. */
  bytes: number
}

export interface Request {
  path: string
  method?: 'GET' | 'POST'
  fields?: Record<string, string | number>
  /** Instead of fields. */
  body?: string
  headers?: Record<string, string>
}

/** CPU time of a server so far, in ms; for a server of several processes. */
export type CpuClock = () => number

const form = (fields: Record<string, string | number> = {}) =>
  new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString()

/** Sends the requests in turn for `seconds` over this number of connections. Throws unless every response has a 2xx status or is 304. */
export async function load(url: string, pid: number | CpuClock, requests: Request[], connections: number, seconds = 2): Promise<Load> {
  const clock = typeof pid === 'number' ? () => cpuMs(pid) : pid
  const before = clock()
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    idReplacement: requests.some(({ body }) => body?.includes('[<id>]')),
    requests: requests.map(({ path, method = 'POST', fields, body, headers }) => ({
      method,
      path,
      ...(method === 'POST' && { body: body ?? form(fields) }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip', ...headers },
    })),
  })
  const refused = result.non2xx - result['3xx']
  if (refused || result.errors) throw new Error(`${requests[0]?.path}: ${refused} refusals, ${result.errors} errors`)
  const done = result.requests.total
  if (!done) throw new Error(`${requests[0]?.path}: no response`)
  return {
    rps: done / seconds,
    ms: result.latency.p50,
    p99: result.latency.p99,
    cpu: (clock() - before) / done,
    bytes: result.throughput.total / done,
  }
}

/** Runs `make` sequentially; resolves to the median duration in ms, or to the quantile `share`. */
export async function quantileMs(times: number, make: (n: number) => Promise<unknown>, share = 0.5): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < times; n++) {
    const started = performance.now()
    await make(n)
    all.push(performance.now() - started)
  }
  return all.sort((a, b) => a - b)[Math.min(times - 1, Math.floor(times * share))] as number
}
