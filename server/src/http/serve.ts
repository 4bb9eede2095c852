import type { IncomingHttpHeaders } from 'node:http'
import { type Call, everyCall, Refusal, VISITOR_BODY_BYTES_MAX } from '@sheaf/contract'
import { requirements } from '@sheaf/contract/levels'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { enrollingCalls } from '../auth/enrolling.ts'
import { callerByToken, levelsInWords, refusedToGrant, tokenInHeaders } from '../auth/grant.ts'
import { callerOf, cookieName, isSecure, TOKEN } from '../auth/session.ts'
import type { AllHandlers, Caller, Ctx, Guards, Services } from '../context.ts'
import { announcedBytes, discardBody, fieldsOf, receive } from './body/body.receive.ts'
import { type Fields, readForm, type Upload } from './body/body.ts'
import { acceptsGzip, squeeze, squeezeOnce } from './body/gzip.ts'
import { limitsOf, readMultipart } from './body/multipart.ts'
import { encoderOf, RawResponse } from './encode.ts'
import { loopTurns } from './limits/loop-turns.ts'
import { ratesOf } from './limits/rate.ts'
import { spaceGuard } from './limits/space.ts'
import { type BodyAdmission, unauthenticatedLimits } from './limits/unauthenticated.ts'
import { repeats } from './repeat.ts'
import { contextOf, cookieOf, fromOwnPages, isFollowedLink, languageOf, routeCalls } from './request.ts'
import { serveOpen } from './serve-open.ts'
import { tokenLog } from './token-log.ts'

type AnyHandler = (input: unknown, ctx: Ctx) => unknown
type MayStore = (fields: Fields) => Promise<void>

/**
 * The session token of a client that sends neither our cookie nor a Bearer token. It is a field, where a shell may append a line end, or
 * a cookie that older clients let their user enter. A cookie of another program on this host has another form and is ignored.
 */
function tokenIn({ user_token }: Fields, headers: IncomingHttpHeaders): string {
  if (user_token !== undefined) return typeof user_token === 'string' ? user_token.trim() : ''
  return ['cookie_token', 'PHPSESSID'].map((name) => cookieOf(headers, name) ?? '').find((value) => TOKEN.test(value)) ?? ''
}

/** Serves every call: checks method, origin, rate, session and input, runs the handler, and encodes the output in the envelope. */
export function serveCalls(app: FastifyInstance, services: Services, rooms: AllHandlers, guards: Guards) {
  const { config } = services
  const cookie = cookieName(isSecure(services))
  const rate = ratesOf(services)
  const repeat = repeats(services)
  const space = spaceGuard(services)
  const unknown = unauthenticatedLimits(config)
  const turns = loopTurns()
  const tokens = tokenLog(services)
  app.addHook('onClose', tokens.flush)
  const calls: Parameters<typeof routeCalls>[1] = []

  /** The session token in the headers; it takes precedence over a token in the body. */
  const headerToken = ({ headers }: FastifyRequest) => cookieOf(headers, cookie) ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

  async function callerFor(request: FastifyRequest, fields: Fields, path: string): Promise<Caller> {
    const token = tokenInHeaders(request.headers)
    if (token === undefined) return callerOf(services, headerToken(request) ?? tokenIn(fields, request.headers), path === 'page/setLock')
    // A wrong token never falls back to the session of a cookie or to an anonymous visitor (W18).
    return callerByToken(services, token, { address: request.ip, agent: request.headers['user-agent'] ?? '' }).catch(
      async (error: unknown) => {
        if (error instanceof Refusal) await rate('wrong token', request.ip)
        throw error
      },
    )
  }

  /** The limits of a token, and those of all tokens of a person together (W20). */
  async function mustAllow(path: string, call: Call, caller: Caller, request: FastifyRequest) {
    const { grant, user } = caller
    if (!grant || !user) return
    const kinds = ['token', ...(call.kind === 'write' ? ['token write'] : []), ...(/search/i.test(path) ? ['token search'] : [])]
    for (const kind of kinds) {
      await rate(kind, `g${grant.grant_id}`)
      await rate(`${kind} of a person`, `u${user.uid}`)
    }
    // After the limits, so that refused calls cannot fill the log.
    const refused = refusedToGrant(path, grant)
    if (refused) {
      tokens.refused(path, caller, request.ip, refused)
      throw new Refusal(refused, levelsInWords(languageOf(request.headers), grant.level, requirements.get(path)?.level))
    }
  }

  function mustHaveAccess(call: Call, caller: Caller) {
    if (call.access !== 'visitor' && !caller.user) throw new Refusal('loginInvalid')
    if (call.access === 'admin' && caller.user?.groupid !== 1) throw new Refusal('noPermission')
  }

  function mustHaveMethodAndOrigin(call: Call, request: FastifyRequest) {
    if (call.kind === 'read') return
    const isPost = request.method === 'POST'
    if (!isPost && !(call.byLink && request.method === 'GET')) throw new Refusal('postOnly')
    if (!fromOwnPages(request.headers, ownOrigins(services, request))) throw new Refusal('crossSite')
    if (!isPost && !isFollowedLink(request.headers)) throw new Refusal('postOnly')
  }

  for (const [group, action, call] of everyCall()) {
    const path = `${group}/${action}`
    const handler = (rooms[group as keyof AllHandlers] as Record<string, AnyHandler>)[action] as AnyHandler
    if (call.open) {
      serveOpen(app, services, { path, call, handler, mayCall: (who) => rate(path, who), unauthenticated: unknown, badInput })
      continue
    }
    const guard = guards[path]
    if (call.files === 'upload' && !guard) throw new Error(`${path} has no guard`)
    const give = sender(call.kind, call.output.meta()?.['wire'] === 'bytes' ? undefined : encoderOf(call.output, config.SITE_TZ))
    const limits = limitsOf(call, config)
    const needsSpace = space.needsSpace(path, call)
    const names = new Set(Object.keys(call.input.shape))

    /** Checks one request: the caller is identified again whenever more fields are known, and each caller counts once. */
    function admit(request: FastifyRequest, reply: FastifyReply, admission: BodyAdmission) {
      const counted: string[] = []
      async function identify(fields: Fields) {
        const found = await callerFor(request, fields, path)
        const caller = found.enrolling && enrollingCalls.has(path) ? { ...found, user: found.enrolling } : found
        const person = found.user ?? found.enrolling
        const who = person ? `u${person.uid}` : request.ip
        if (!counted.includes(who)) {
          counted.push(who)
          const isCounted = rate(path, who)
          if (isCounted) await isCounted
          if (caller.grant) await mustAllow(path, call, caller, request)
        }
        if (found.enrolling && !caller.user) throw new Refusal('mustEnrol')
        mustHaveAccess(call, caller)
        if (caller.user) admission.uncount()
        return caller
      }
      async function prepare(fields: Fields, uploads: Record<string, Upload>) {
        const caller = await identify(fields)
        const input = call.input.safeParse(fields)
        if (!input.success) throw badInput(input.error)
        const gone = call.long || call.files === 'import' ? goneWith(reply) : undefined
        return { input: input.data, ctx: contextOf(services, caller, request, reply, { uploads, gone }) }
      }
      return { identify, prepare }
    }

    async function read(request: FastifyRequest, mayStore: MayStore) {
      const cut = request.url.indexOf('?')
      const query: Fields = cut < 0 ? Object.create(null) : readForm(request.url.slice(cut + 1))
      // Proxies log addresses, so credentials in the query are ignored (S23, S96).
      for (const name of Object.keys(query)) if (isSecretField(name)) delete query[name]
      const type = request.headers['content-type'] ?? ''
      if (!call.files || !type.startsWith('multipart/')) {
        const body = announcedBytes(request, limits.fields) > 0 ? await receive(request, limits.fields) : []
        return { fields: await fieldsOf(type, body, { names, query, encoded: call.encoded }, request.ip), files: {}, done: undefined }
      }
      const { fields, files, done } = await readMultipart(request, limits, (soFar) => mayStore({ ...query, ...soFar }), config.DATA_DIR)
      return { fields: Object.assign(query, fields), files, done }
    }

    /**
     * The file of a form may come before its fields. Until the later fields identify the sender, the file is buffered, as far as the
     * limits for unauthenticated clients allow. Returns the function that frees the buffer.
     */
    function bufferFor(error: unknown, request: FastifyRequest, fields: Fields) {
      const isUnknownYet =
        error instanceof Refusal &&
        (error.error === 'keysFirst' || (error.error === 'loginInvalid' && !headerToken(request) && !('user_token' in fields)))
      if (!isUnknownYet) throw error
      const bytes = announcedBytes(request, Number.POSITIVE_INFINITY)
      const release = unknown.reserveBuffer(request.ip, bytes)
      if (!release) throw error.error === 'keysFirst' ? error : new Refusal('tokenFirst')
      return release
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      mustHaveMethodAndOrigin(call, request)
      const bytes = announcedBytes(request, limits.all)
      if (needsSpace) await space.mustFit(path, call, Math.min(bytes, limits.all))
      const admission = unknown.begin(request.ip, Math.min(bytes, limits.all))
      const { identify, prepare } = admit(request, reply, admission)
      const held: (() => void)[] = [admission.end]
      try {
        // A large body is not read if the session in the headers has no access.
        if (bytes > VISITOR_BODY_BYTES_MAX && headerToken(request) !== undefined) await identify({})
        const { fields, files, done } = await read(request, async (soFar) => {
          try {
            const { input, ctx } = await prepare(soFar, {})
            await guard?.(input as never, ctx as Ctx<'user'>)
          } catch (error) {
            held.push(bufferFor(error, request, soFar))
          }
          held.push(space.hold(Math.min(bytes, limits.all)))
        })
        const turn = turns.begin(request.ip)
        if (turn) await turn
        const carryOut = async () => {
          const { input, ctx } = await prepare(fields, files)
          return tokens.logged(path, call, input, ctx, () => repeat(path, input, ctx, () => handler(input, ctx)))
        }
        // Uploaded files are deleted before the response is sent, so the client never sees leftovers.
        const result = await (done ? carryOut().finally(done) : carryOut())
        admission.uncount()
        if (result instanceof RawResponse) return reply.code(result.status).headers(result.headers).send(result.body)
        return give(request, reply, result)
      } finally {
        for (const release of held) release()
      }
    }

    /** The rest of the body of a refused request is discarded. */
    const answerOrDiscard = (request: FastifyRequest, reply: FastifyReply) =>
      answer(request, reply).catch((error: unknown) => {
        discardBody(request)
        throw error
      })

    calls.push({ path, kind: call.kind, takesFiles: call.files !== undefined, handler: answerOrDiscard })
  }
  routeCalls(app, calls)
}

/** Fields that are accepted only in a body or a header. */
const isSecretField = (name: string) =>
  ['user_token', 'api_key', 'api_token', 'ldap_form', 'oss_setting'].includes(name) || /password|secret/i.test(name)

/** A shorter response of a write is not compressed: it takes a tenth of the time of a save, and clients send more than they receive. */
const WRITE_MIN_CHARS = 4096

/** Sends results in the envelope. A frozen result comes from the cache of `store.hot` and cannot change: it is compressed once. */
function sender(kind: Call['kind'], encode: ((value: unknown) => string) | undefined) {
  const packed = new WeakMap<object, Buffer>()
  const pack = (text: string, accepts: string | string[] | undefined) =>
    kind === 'write' ? squeeze(text, accepts, WRITE_MIN_CHARS) : squeezeOnce(text, accepts)
  return async (request: FastifyRequest, reply: FastifyReply, result: unknown) => {
    const accepts = request.headers['accept-encoding']
    const shared = typeof result === 'object' && result !== null && Object.isFrozen(result) ? result : undefined
    const known = shared && acceptsGzip(accepts) ? packed.get(shared) : undefined
    const { body, encoding } = known
      ? { body: known, encoding: 'gzip' }
      : await pack(`{"error_code":0,"error_message":"","data":${encode?.(result) ?? 'null'}}`, accepts)
    if (shared && typeof body !== 'string') packed.set(shared, body)
    if (encoding) reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .send(body)
  }
}

function goneWith(reply: FastifyReply) {
  const left = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
  return left.signal
}

/** The origins of our own pages: the public address, and the address that received the request. */
const ownOrigins = ({ config }: Services, request: FastifyRequest) => [
  ...(config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin] : []),
  `${request.protocol}://${request.headers.host}`,
]

const badInput = (error: z.ZodError) => {
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  return new Refusal(/_name$|^name$/.test(field) && field !== 'username' && issue?.message.startsWith('1-') ? 'nameEmpty' : 'badInput', {
    field,
  })
}
