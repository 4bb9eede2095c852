import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { errorMessage, errors, Refusal } from '@sheaf/contract'
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
import { discardBody, RequestAborted } from './body/body.receive.ts'
import { databaseAwayPage, refusedPage } from './error-page.ts'
import { defaultReaderLimits, endIdle, limitReaders, limitUnanswered, type ReaderLimits } from './limits/readers.ts'
import { callOf, languageOf } from './request.ts'

/** Headers of every response (S72). */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/** The content security policy of pages (S71): only our own script files, nothing inline. Documents can contain inline styles. */
export const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: http: https:",
  "media-src 'self' http: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Timeouts for slow clients, in milliseconds (R13). They are checked every `checkInterval` milliseconds, so a connection ends within its timeout
 * plus `checkInterval`.
 */
export const defaultTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: 10_000,
  checkInterval: 5_000,
  /** A body without files; multipart.ts times out bodies with files. */
  body: 60_000,
  /** A connection without a request, or a client that reads nothing of its response. */
  idle: 60_000,
}
export type Timeouts = typeof defaultTimeouts

const SLOW_REQUEST_MS = 1000

/** The HTTP server without routes: URL rewriting, body handling, headers, error responses and the request log. */
export function makeApp(
  { config, log }: Pick<Services, 'config' | 'log'>,
  timeouts: Timeouts = defaultTimeouts,
  readerLimits: ReaderLimits = defaultReaderLimits,
): FastifyInstance {
  const options: FastifyHttpOptions<RawServerDefault> = {
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A child logger for every request would cost more than its headers; the few requests that are logged add their id themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: trust(config.TRUST_PROXY),
    forceCloseConnections: 'idle',
    // A stopping server still answers requests on open connections, then closes them. Fastify's own 503 response has no error_code.
    return503OnClosing: false,
    keepAliveTimeout: timeouts.idle,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkInterval },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    rewriteUrl: (request) => servedAt(request.url ?? '/', config.BASE_PATH),
  }
  const app: FastifyInstance = fastify(options)
  // The longest that any request can take to arrive: an import of hundreds of megabytes over a slow connection.
  app.server.requestTimeout = 15 * 60_000
  endIdle(app, timeouts)
  limitUnanswered(app.server)
  app.removeAllContentTypeParsers()
  // Fastify parses no body: serve.ts reads it once it knows the sender and the size limit (body.receive.ts).
  // The usual types are named as well: Fastify parses the header of every request whose type it does not know.
  for (const type of ['application/x-www-form-urlencoded', 'application/json', '*'])
    app.addContentTypeParser(type, (_request, _body, done) => done(null))
  void app.register(multipart)
  const headers = config.PUBLIC_URL?.startsWith('https:')
    ? { ...commonHeaders, 'strict-transport-security': 'max-age=31536000' }
    : commonHeaders
  // Hooks that wait for nothing are not async: each promise would delay every request by a turn of the microtask queue.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  limitReaders(app, config.TRUST_PROXY !== undefined, readerLimits)
  app.addHook('onRequest', (request, _reply, done) => {
    limitBodyTime(request, timeouts.body)
    done()
  })
  // Node would read a body that no code reads to its end, however long it is and in chunks of any size.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.headers['transfer-encoding'] !== undefined && request.raw.readableFlowing === null) discardBody(request)
    done()
  })
  const logsReads = config.LOG_LEVEL === 'debug'
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply, logsReads)
    done()
  })
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, config.BASE_PATH))
  return app
}

/** Ends the request of a client that sends its body too slowly (S64). */
function limitBodyTime(request: FastifyRequest, timeout: number) {
  const { raw, headers } = request
  if (raw.complete || (callOf(request)?.takesFiles && headers['content-type']?.startsWith('multipart/'))) return
  const end = setTimeout(() => raw.complete || raw.destroy(), timeout).unref()
  raw.once('close', () => clearTimeout(end))
}

/** Fastify's `trustProxy`, from a number of proxies or their addresses. Hop 0 is the direct client: with one proxy, only that proxy. */
const trust = (value: string | undefined) =>
  value === undefined ? false : /^\d+$/.test(value) ? (_address: string, hop: number) => hop < Number(value) : value

/** Logs reads at debug level, and writes, failures and slow requests always. The log contains no query strings and no bodies. */
function report(request: FastifyRequest, reply: FastifyReply, logsReads: boolean) {
  const ms = Math.round(reply.elapsedTime)
  const call = callOf(request)
  const level =
    reply.statusCode >= 500 ? 'error' : call?.kind === 'write' || reply.statusCode >= 400 || ms > SLOW_REQUEST_MS ? 'info' : 'debug'
  if (level === 'debug' && !logsReads) return
  request.log[level](
    { reqId: request.id, method: request.method, call: call?.path ?? request.routeOptions.url, status: reply.statusCode, ms },
    'request',
  )
}

/** Turns any error into the error envelope, in the language of the request (W4). */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, base: string) {
  const refusal = asRefusal(error)
  if (refusal.error === 'unexpected' || refusal.error === 'databaseAway')
    request.log.error({ reqId: request.id, err: error }, refusal.error)
  // A client that disconnects is not a server error, and receives no response.
  if (error instanceof RequestAborted) request.log.info({ reqId: request.id, call: callOf(request)?.path }, error.message)
  const { code } = errors[refusal.error]
  const message = errorMessage(refusal.error, languageOf(request.headers), { request: request.id, ...refusal.fill })
  if (refusal.error === 'tokenInvalid' && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (refusal.error === 'tooMany') reply.header('retry-after', refusal.fill['seconds'] ?? '60')
  const isHidden = ['notFound', 'noPermission', 'noVisit'].includes(refusal.error)
  const html =
    refusal.error === 'databaseAway' && (isPageRequest(request) || isOpenedLink(request))
      ? databaseAwayPage(languageOf(request.headers))
      : isOpenedLink(request) &&
        refusedPage(languageOf(request.headers), {
          message,
          base,
          signInFor: refusal.error === 'loginInvalid' || (isHidden && !hasSessionCookie(request)) ? request.url : undefined,
          isHidden,
        })
  if (html) {
    if (refusal.error === 'databaseAway') reply.header('retry-after', '15')
    return reply
      .removeHeader('content-encoding')
      .code(code < 1000 ? code : refusal.error === 'notFound' ? 404 : 403)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' })
      .send(html)
  }
  // The handler may have set an encoding for the response that this one replaces.
  return reply
    .removeHeader('content-encoding')
    .code(code < 1000 ? code : 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ error_code: code, error_message: message, data: refusal.data, error_name: refusal.error }))
}

/** Whether a browser opens a page, as opposed to a program that requests data. */
const isPageRequest = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && String(headers.accept).includes('text/html')

/**
 * Whether a person opened the address of a call in a browser, like a link to a file. Programs and old browsers get the envelope, as do
 * those who look at a mock.
 */
const hasSessionCookie = ({ headers }: FastifyRequest) => /(?:^|;\s*)(?:__Host-)?sheaf_session=\w/.test(headers.cookie ?? '')

const isOpenedLink = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' &&
  url.startsWith('/api/') &&
  !url.startsWith('/api/mock/') &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate'

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RequestAborted) return new Refusal('badInput', { field: 'body' })
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (isFull(code)) return new Refusal('noSpace')
  if (isDatabaseAway(error)) return new Refusal('databaseAway')
  if (statusCode === 413) return new Refusal('tooLarge')
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) return new Refusal('badInput', { field: 'body' })
  return new Refusal('unexpected')
}
