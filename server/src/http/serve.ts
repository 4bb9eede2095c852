import type { IncomingHttpHeaders } from 'node:http'
import { type Call, everyCall, Refusal, VISITOR_BODY_BYTES_MAX } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { callerOf, cookieName, isSecure, TOKEN } from '../auth/session.ts'
import type { Caller, Ctx, Guards, Rooms, Services } from '../context.ts'
import { announced, discardBody, fieldsOf, receive } from './body/body.receive.ts'
import { type Fields, readForm, type Upload } from './body/body.ts'
import { squeeze } from './body/gzip.ts'
import { limitsOf, readMultipart } from './body/multipart.ts'
import { contextOf, routeCalls } from './call.ts'
import { encoderOf, Sent } from './encode.ts'
import { cookieOf, fromOwnPages, isFollowedLink } from './headers.ts'
import { loopTurns } from './limits/loop-turns.ts'
import { ratesOf } from './limits/rate.ts'
import { spaceGuard } from './limits/space.ts'
import { type BodyAdmission, unauthenticatedLimits } from './limits/unauthenticated.ts'
import { repeats } from './repeat.ts'
import { serveOpen } from './serve-open.ts'

type AnyHandler = (input: unknown, ctx: Ctx) => unknown
type MayStore = (fields: Fields) => Promise<void>

/**
 * The session that a client names which sends neither our cookie nor a Bearer: as a field, where a shell may have put a line end behind
 * it, or in a cookie that older clients ask their user for. What another program on this host keeps there is no session of ours.
 */
function tokenIn({ user_token }: Fields, headers: IncomingHttpHeaders): string {
  if (user_token !== undefined) return typeof user_token === 'string' ? user_token.trim() : ''
  return ['cookie_token', 'PHPSESSID'].map((name) => cookieOf(headers, name) ?? '').find((value) => TOKEN.test(value)) ?? ''
}

/** The only door: every call passes here once: method, origin, rate, session, input, handler, output, envelope. */
export function serveCalls(app: FastifyInstance, house: Services, rooms: Rooms, guards: Guards) {
  const { config } = house
  const cookie = cookieName(isSecure(house))
  const rate = ratesOf(house)
  const repeat = repeats(house)
  const space = spaceGuard(house)
  const unknown = unauthenticatedLimits(config)
  const turns = loopTurns()
  const calls: Parameters<typeof routeCalls>[1] = new Map()

  /** What the headers alone say of the session; nothing in the body counts beside it. */
  const headerToken = ({ headers }: FastifyRequest) => cookieOf(headers, cookie) ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

  const whoBy = (request: FastifyRequest, fields: Fields, path: string): Promise<Caller> =>
    callerOf(house, headerToken(request) ?? tokenIn(fields, request.headers), path === 'page/setLock')

  function mustBeLetIn(call: Call, caller: Caller) {
    if (call.access !== 'visitor' && !caller.user) throw new Refusal('loginInvalid')
    if (call.access === 'admin' && caller.user?.groupid !== 1) throw new Refusal('noPermission')
  }

  function mustComeRightly(call: Call, request: FastifyRequest) {
    if (call.kind === 'read') return
    const isPost = request.method === 'POST'
    if (!isPost && !(call.byLink && request.method === 'GET')) throw new Refusal('postOnly')
    if (!fromOwnPages(request.headers, ownOrigins(house, request))) throw new Refusal('crossSite')
    if (!isPost && !isFollowedLink(request.headers)) throw new Refusal('postOnly')
  }

  for (const [group, action, call] of everyCall()) {
    const path = `${group}/${action}`
    const handler = (rooms[group as keyof Rooms] as unknown as Record<string, AnyHandler>)[action] as AnyHandler
    if (call.open) {
      serveOpen(app, house, { path, call, handler, mayCall: (who) => rate(path, who), unknown, badInput })
      continue
    }
    const guard = guards[path]
    if (call.files === 'upload' && !guard) throw new Error(`${path} has no guard`)
    const encode = call.output.meta()?.['wire'] === 'bytes' ? undefined : encoderOf(call.output, config.SITE_TZ)
    const limits = limitsOf(call, config)
    const names = new Set(Object.keys(call.input.shape))

    /** One request: who asks is counted and asked for as often as more is known of it. */
    function visit(request: FastifyRequest, reply: FastifyReply, stay: BodyAdmission) {
      const counted = new Set<string>()
      async function letIn(fields: Fields) {
        const caller = await whoBy(request, fields, path)
        const who = caller.user ? `u${caller.user.uid}` : request.ip
        if (!counted.has(who)) {
          counted.add(who)
          await rate(path, who)
        }
        mustBeLetIn(call, caller)
        if (caller.user) stay.welcome()
        return caller
      }
      async function enter(fields: Fields, uploads: Record<string, Upload>) {
        const caller = await letIn(fields)
        const input = call.input.safeParse(fields)
        if (!input.success) throw badInput(input.error)
        const gone = call.long || call.files === 'import' ? goneWith(reply) : undefined
        return { input: input.data, ctx: { ...contextOf(house, caller, request, reply), uploads, gone } }
      }
      return { letIn, enter }
    }

    async function read(request: FastifyRequest, mayStore: MayStore) {
      const cut = request.url.indexOf('?')
      const query: Fields = cut < 0 ? Object.create(null) : readForm(request.url.slice(cut + 1))
      // Addresses are written to logs, and nothing that proves who asks belongs there (S23, S96).
      for (const name of Object.keys(query)) if (isSecretField(name)) delete query[name]
      const type = request.headers['content-type'] ?? ''
      if (!call.files || !type.startsWith('multipart/')) {
        const body = announced(request, limits.fields) > 0 ? await receive(request, limits.fields) : []
        return { fields: await fieldsOf(type, body, { names, query, encoded: call.encoded }, request.ip), files: {}, done: undefined }
      }
      const { fields, files, done } = await readMultipart(request, limits, (soFar) => mayStore({ ...query, ...soFar }), config.DATA_DIR)
      return { fields: Object.assign(query, fields), files, done }
    }

    /**
     * The order of a file and the fields of its form means nothing. When nobody is known at the file, it is set aside, as far as a
     * stranger has room for it, until the fields behind it say who sends it.
     */
    function asideFor(error: unknown, request: FastifyRequest, fields: Fields) {
      const isUnknownYet =
        error instanceof Refusal &&
        (error.error === 'keysFirst' || (error.error === 'loginInvalid' && !headerToken(request) && !('user_token' in fields)))
      if (!isUnknownYet) throw error
      const bytes = announced(request, Number.POSITIVE_INFINITY)
      const leave = unknown.setAside(request.ip, bytes)
      if (!leave) throw error.error === 'keysFirst' ? error : new Refusal('tokenFirst')
      return leave
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      mustComeRightly(call, request)
      const bytes = announced(request, limits.all)
      await space.mustFit(path, call, Math.min(bytes, limits.all))
      const stay = unknown.begin(request.ip, Math.min(bytes, limits.all))
      const { letIn, enter } = visit(request, reply, stay)
      const held: (() => void)[] = [stay.end]
      try {
        // A large body is not read for somebody whose headers say that it is in vain.
        if (bytes > VISITOR_BODY_BYTES_MAX && headerToken(request) !== undefined) await letIn({})
        const { fields, files, done } = await read(request, async (soFar) => {
          try {
            const { input, ctx } = await enter(soFar, {})
            await guard?.(input as never, ctx as Ctx<'user'>)
          } catch (error) {
            held.push(asideFor(error, request, soFar))
          }
          held.push(space.hold(Math.min(bytes, limits.all)))
        })
        const turn = turns.begin(request.ip)
        if (turn) await turn
        // What came along is gone before the answer is: whoever has it finds nothing left over.
        const result = await enter(fields, files)
          .then(({ input, ctx }) => repeat(path, input, ctx.user, () => handler(input, ctx)))
          .finally(done)
        stay.welcome()
        if (result instanceof Sent) return reply.code(result.status).headers(result.headers).send(result.body)
        return give(request, reply, `{"error_code":0,"error_message":"","data":${encode?.(result) ?? 'null'}}`)
      } finally {
        for (const leave of held) leave()
      }
    }

    /** Nobody reads the rest of a body whose request was refused. */
    const orTurnAway = (request: FastifyRequest, reply: FastifyReply) =>
      answer(request, reply).catch((error: unknown) => {
        discardBody(request)
        throw error
      })

    calls.set(path.toLowerCase(), { path, kind: call.kind, takesFiles: call.files !== undefined, handler: orTurnAway })
  }
  routeCalls(app, calls)
}

/** What is taken from a body or a header alone. */
const isSecretField = (name: string) =>
  ['user_token', 'api_key', 'api_token', 'ldap_form', 'oss_setting'].includes(name) || /password|secret/i.test(name)

async function give(request: FastifyRequest, reply: FastifyReply, text: string) {
  const { body, encoding } = await squeeze(text, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(body)
}

function goneWith(reply: FastifyReply) {
  const left = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
  return left.signal
}

/** The origins our own pages have: the public address, and the one the request was sent to. */
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
