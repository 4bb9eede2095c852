import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { stdSerializers } from 'pino'
import { sameSecret } from '../auth/secrets.ts'
import { type Config, isLoopback } from '../runtime/config.ts'
import { callOf } from './request.ts'

const maps = new Map<string, SourceMap | undefined>()

/**
 * Serializes an error for the log: its stack names lines of the sources, not of the bundle. A source map is read when an error first
 * comes from its file. Node's own `--enable-source-maps` reads all maps at startup, which takes a quarter of the startup time.
 */
export function loggedError(error: Error) {
  const serialized = stdSerializers.err(error)
  return typeof serialized?.stack === 'string' ? { ...serialized, stack: inSources(serialized.stack) } : serialized
}

const inSources = (stack: string) =>
  stack.replace(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g, (place: string, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const from = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!from || !('originalSource' in from)) return place
    return `${relative(process.cwd(), resolve(dirname(file), from.originalSource))}:${from.originalLine + 1}:${from.originalColumn + 1}`
  })

function mapOf(file: string) {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  return maps.get(file)
}

function readMap(file: string) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Upper limits of the histogram of response times, in seconds. */
const BUCKETS = [0.002, 0.01, 0.05, 0.2, 1, 5]

/** Counts responses and their times. Plain numbers take a tenth of the time of a metrics library. */
function responses() {
  const counts = new Map<string, { labels: string; count: number }>()
  const buckets = BUCKETS.map(() => 0)
  let [seconds, total] = [0, 0]
  return {
    add(call: string, status: number, milliseconds: number) {
      const name = `${call} ${status}`
      const known = counts.get(name)
      if (known) known.count++
      else counts.set(name, { labels: `call="${call.replace(/["\\\n]/g, '')}",status="${status}"`, count: 1 })
      const time = milliseconds / 1000
      seconds += time
      total++
      for (let at = BUCKETS.length - 1; at >= 0 && time <= (BUCKETS[at] as number); at--) buckets[at] = (buckets[at] as number) + 1
    },
    /** In the text format of Prometheus. */
    text: () =>
      [
        '# HELP sheaf_requests_total Answers by call and status',
        '# TYPE sheaf_requests_total counter',
        ...[...counts.values()].map(({ labels, count }) => `sheaf_requests_total{${labels}} ${count}`),
        '',
        '# HELP sheaf_request_seconds Time to answer',
        '# TYPE sheaf_request_seconds histogram',
        ...BUCKETS.map((limit, at) => `sheaf_request_seconds_bucket{le="${limit}"} ${buckets[at]}`),
        `sheaf_request_seconds_bucket{le="+Inf"} ${total}`,
        `sheaf_request_seconds_sum ${seconds}`,
        `sheaf_request_seconds_count ${total}`,
        '',
      ].join('\n'),
  }
}

/** The metrics of the process. Loaded when they are first read, because loading takes a tenth of the start. */
async function processMetrics() {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Serves Prometheus metrics at `/metrics`: with METRICS_TOKEN to every client that sends it, without one to clients on this machine. */
export function serveMetrics(app: FastifyInstance, { METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>) {
  const answered = responses()
  let ofProcess: ReturnType<typeof processMetrics> | undefined
  app.addHook('onResponse', (request, reply, done) => {
    answered.add(callOf(request)?.path ?? request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) {
      if (!isLoopback(request.ip.replace('::ffff:', ''))) return reply.callNotFound()
    } else if (!sameSecret(/^Bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '', token)) {
      return reply.code(401).header('www-authenticate', 'Bearer realm="metrics"').type('text/plain').send('METRICS_TOKEN is required\n')
    }
    ofProcess ??= processMetrics()
    const registry = await ofProcess
    return reply.type(registry.contentType).send(`${answered.text()}\n${await registry.metrics()}`)
  })
}
