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

/** Serves Prometheus metrics at `/metrics`: with METRICS_TOKEN to every client that sends it, without one to clients on this machine. */
export async function serveMetrics(app: FastifyInstance, { METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>) {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  /** Responses since the metrics were last read: a plain count takes a tenth of the time of a counter with labels. */
  const counts = new Map<string, { labels: { call: string; status: number }; count: number }>()
  new Counter({
    name: 'sheaf_requests_total',
    help: 'Answers by call and status',
    labelNames: ['call', 'status'],
    registers: [registry],
    collect() {
      for (const { labels, count } of counts.values()) this.inc(labels, count)
      counts.clear()
    },
  })
  const seconds = new Histogram({
    name: 'sheaf_request_seconds',
    help: 'Time to answer',
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const call = callOf(request)?.path ?? request.routeOptions.url ?? 'none'
    const name = `${call} ${reply.statusCode}`
    const known = counts.get(name)
    if (known) known.count++
    else counts.set(name, { labels: { call, status: reply.statusCode }, count: 1 })
    seconds.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) {
      if (!isLoopback(request.ip.replace('::ffff:', ''))) return reply.callNotFound()
    } else if (!sameSecret(/^Bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '', token)) {
      return reply.code(401).header('www-authenticate', 'Bearer realm="metrics"').type('text/plain').send('METRICS_TOKEN is required\n')
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
