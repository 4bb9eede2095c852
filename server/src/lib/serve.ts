import { BODY_MAX, type Call, everyCall, Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { type Fields, readBody, readForm, readMultipart } from './body.ts'
import type { Caller, Ctx, House, Rooms } from './context.ts'
import { encoderOf, Sent } from './encode.ts'
import { squeeze } from './gzip.ts'
import { cookieOf, languageOf } from './language.ts'
import { fromOwnPages } from './origin.ts'
import { rates } from './rate.ts'
import { repeats } from './repeat.ts'
import { callerOf, cookieName, isSecure } from './session.ts'

const MIB = 1024 * 1024

type AnyHandler = (input: unknown, ctx: Ctx) => unknown

/** The only door: every call passes here once: method, origin, rate, session, input, handler, output, envelope. */
export function serveCalls(app: FastifyInstance, house: House, rooms: Rooms) {
  const { config } = house
  const cookie = cookieName(isSecure(house))
  const rate = rates(config)
  const repeat = repeats(house)

  const whoBy = (request: FastifyRequest, fields: Fields, path: string): Promise<Caller> => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = cookieOf(request.headers, cookie) ?? bearer ?? fields['user_token']
    return callerOf(house, typeof token === 'string' ? token : '', path === 'page/setLock')
  }

  function mustBeLetIn(call: Call, caller: Caller) {
    if (call.access !== 'visitor' && !caller.user) throw new Refusal('loginInvalid')
    if (call.access === 'admin' && caller.user?.groupid !== 1) throw new Refusal('noPermission')
  }

  function mustComeRightly(call: Call, request: FastifyRequest) {
    if (call.kind === 'read') return
    if (request.method !== 'POST' && !(call.byLink && request.method === 'GET')) throw new Refusal('postOnly')
    if (!fromOwnPages(request.headers, ownOrigins(house, request))) throw new Refusal('crossSite')
  }

  async function read(call: Call, path: string, request: FastifyRequest) {
    const cut = request.url.indexOf('?')
    const query = cut < 0 ? {} : readForm(request.url.slice(cut + 1))
    delete query['user_token']
    const type = request.headers['content-type'] ?? ''
    if (!type.startsWith('multipart/')) {
      const body = request.body instanceof Buffer ? readBody(type, request.body) : {}
      return { fields: Object.assign(query, body), files: {}, done: undefined }
    }
    const limits = { file: (call.files ? config.IMPORT_MAX_MB : config.UPLOAD_MAX_MB) * MIB, fields: call.body ?? BODY_MAX }
    const mayStore = call.files ? async (fields: Fields) => mustBeLetIn(call, await whoBy(request, fields, path)) : undefined
    const { fields, files, done } = await readMultipart(request, limits, mayStore)
    return { fields: Object.assign(query, fields), files, done }
  }

  for (const [group, action, call] of everyCall()) {
    const path = `${group}/${action}`
    const handler = (rooms[group as keyof Rooms] as unknown as Record<string, AnyHandler>)[action] as AnyHandler
    const encode = call.output.meta()?.['wire'] === 'bytes' ? undefined : encoderOf(call.output, config.SITE_TZ)

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      mustComeRightly(call, request)
      const { fields, files, done } = await read(call, path, request)
      try {
        const caller = await whoBy(request, fields, path)
        rate(path, caller.user ? `u${caller.user.uid}` : request.ip)
        mustBeLetIn(call, caller)
        const input = call.input.safeParse(fields)
        if (!input.success) throw badInput(input.error)
        const ctx: Ctx = {
          ...house,
          ...caller,
          db: house.store.db,
          language: languageOf(request.headers),
          address: request.ip,
          headers: request.headers,
          uploads: files,
          gone: call.files ? goneWith(reply) : undefined,
          reply: (name, value) => void reply.header(name, value),
        }
        const result = await repeat(path, input.data, caller.user, () => handler(input.data, ctx))
        if (result instanceof Sent) return reply.code(result.status).headers(result.headers).send(result.body)
        return await give(request, reply, `{"error_code":0,"error_message":"","data":${encode?.(result as never) ?? 'null'}}`)
      } finally {
        await done?.()
      }
    }

    app.route({
      method: ['GET', 'POST'],
      url: `/api/${group.toLowerCase()}/${action.toLowerCase()}`,
      bodyLimit: call.body ?? (call.files ? config.IMPORT_MAX_MB * MIB : BODY_MAX),
      config: { call: path, kind: call.kind },
      handler: answer,
    })
  }
}

async function give(request: FastifyRequest, reply: FastifyReply, text: string) {
  const { body, encoding } = await squeeze(text, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body)
}

function goneWith(reply: FastifyReply) {
  const left = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
  return left.signal
}

/** The origins our own pages have: the public address, and the one the request was sent to. */
const ownOrigins = ({ config }: House, request: FastifyRequest) => [
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
