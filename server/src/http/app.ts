import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { errorMessage, errors, type Language, Refusal } from '@sheaf/contract'
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Services } from '../context.ts'
import { isDatabaseAway } from '../db/dialect.ts'
import { isFull } from '../storage/disk.ts'
import { servedAt } from './address.ts'
import { BrokenOff } from './body/body.receive.ts'
import { callOf } from './call.ts'
import { commonHeaders, languageOf, policy } from './headers.ts'
import { boundReaders, defaultReaderLimits, endIdle, type ReaderLimits } from './limits/readers.ts'

const words = {
  en: { title: 'Back in a moment', retry: 'This page tries again by itself.', now: 'Try now' },
  zh: { title: '稍后即可恢复', retry: '本页会自动重试。', now: '立即重试' },
}

/** What a browser shows while the database cannot be asked: made of nothing that has to be fetched. */
const awayPage = (language: Language) => {
  const t = words[language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="15">
<title>${t.title} - Sheaf</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; background: Canvas; color: CanvasText }
main { max-width: 30rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600 }
p { margin: 0 0 1rem }
</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${errorMessage('databaseAway', language)}${language === 'zh' ? '。' : '. '}${t.retry}</p>
<p><a href="">${t.now}</a></p>
</main>
</body>
</html>
`
}

/** How long a client may take, in milliseconds (R13); checked every `look`, so that what it waits for ends within both together. */
export const defaultTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: 10_000,
  look: 5_000,
  /** A body that brings no files; those with files are watched where they are read. */
  body: 60_000,
  /** A connection without a request, or a reader who takes nothing of what waits for them. */
  idle: 60_000,
}
export type Timeouts = typeof defaultTimeouts

const SLOW_REQUEST_MS = 1000

/** The HTTP server before any route: addresses, bodies, headers, refusals, the log of requests. */
export function makeApp(
  { config, log }: Pick<Services, 'config' | 'log'>,
  patience: Timeouts = defaultTimeouts,
  room: ReaderLimits = defaultReaderLimits,
): FastifyInstance {
  const options: FastifyHttpOptions<RawServerDefault> = {
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trust(config.TRUST_PROXY),
    forceCloseConnections: 'idle',
    // A server that stops answers what still comes on an open connection, and closes it then. Fastify's own refusal has no error_code.
    return503OnClosing: false,
    keepAliveTimeout: patience.idle,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.look },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    rewriteUrl: (request) => servedAt(request.url ?? '/', config.BASE_PATH),
  }
  const app: FastifyInstance = fastify(options)
  // The longest any request may take to arrive: an import of hundreds of megabytes over a slow line.
  app.server.requestTimeout = 15 * 60_000
  endIdle(app, patience)
  app.removeAllContentTypeParsers()
  // A body is read where it is known who sends it and how large it may be (body.receive.ts).
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  void app.register(multipart)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(commonHeaders))
  boundReaders(app, config.TRUST_PROXY !== undefined, room)
  app.addHook('onRequest', async (request) => mustArrive(request, patience.body))
  if (config.PUBLIC_URL?.startsWith('https:'))
    app.addHook('onRequest', async (_request, reply) => void reply.header('strict-transport-security', 'max-age=31536000'))
  app.addHook('onResponse', async (request, reply) => report(request, reply))
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  return app
}

/** Whoever sends a body drop by drop holds a connection for nothing (S64). */
function mustArrive(request: FastifyRequest, wait: number) {
  const { raw, headers } = request
  if (raw.complete || (callOf(request)?.takesFiles && headers['content-type']?.startsWith('multipart/'))) return
  const end = setTimeout(() => raw.complete || raw.destroy(), wait).unref()
  raw.once('close', () => clearTimeout(end))
}

/** How many proxies stand in front, or which addresses they have. Hop 0 is whoever connects to us: with one proxy, that one alone. */
const trust = (value: string | undefined) =>
  value === undefined ? false : /^\d+$/.test(value) ? (_address: string, hop: number) => hop < Number(value) : value

/** Reading is logged at debug only; what changed something, failed or was slow is always there. Neither queries nor bodies are written. */
function report(request: FastifyRequest, reply: FastifyReply) {
  const ms = Math.round(reply.elapsedTime)
  const call = callOf(request)
  const level =
    reply.statusCode >= 500 ? 'error' : call?.kind === 'write' || reply.statusCode >= 400 || ms > SLOW_REQUEST_MS ? 'info' : 'debug'
  request.log[level]({ method: request.method, call: call?.path ?? request.routeOptions.url, status: reply.statusCode, ms }, 'request')
}

/** Everything that goes wrong becomes the envelope, in the words of whoever asked (W4). */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  if (refusal.error === 'unexpected' || refusal.error === 'databaseAway') request.log.error({ err: error }, refusal.error)
  // Anybody can break off: that is no fault of ours, and nobody hears the answer.
  if (error instanceof BrokenOff) request.log.info({ call: callOf(request)?.path }, error.message)
  const { code } = errors[refusal.error]
  const message = errorMessage(refusal.error, languageOf(request.headers), { request: request.id, ...refusal.fill })
  if (refusal.error === 'tooMany') reply.header('retry-after', refusal.fill['seconds'] ?? '60')
  if (refusal.error === 'databaseAway' && isVisit(request)) {
    const page = awayPage(languageOf(request.headers))
    return reply
      .code(code)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'retry-after': '15',
      })
      .send(page)
  }
  // The answer that was not given may have been packed.
  return reply
    .removeHeader('content-encoding')
    .code(code < 1000 ? code : 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ error_code: code, error_message: message, data: refusal.data, error_name: refusal.error }))
}

/** Somebody opens a page, and no program asks for data. */
const isVisit = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && String(headers.accept).includes('text/html')

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof BrokenOff) return new Refusal('badInput', { field: 'body' })
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (isFull(code)) return new Refusal('noSpace')
  if (isDatabaseAway(error)) return new Refusal('databaseAway')
  if (statusCode === 413) return new Refusal('tooLarge')
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) return new Refusal('badInput', { field: 'body' })
  return new Refusal('unexpected')
}
