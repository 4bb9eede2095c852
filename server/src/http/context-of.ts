import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx, Services } from '../context.ts'
import { languageOf } from './language.ts'

/** What a handler knows of one request: the house, who asks, and how. Files and an end before the answer are for the door to add. */
export const contextOf = (house: Services, caller: Caller, request: FastifyRequest, reply: FastifyReply): Ctx => ({
  ...house,
  ...caller,
  db: house.store.db,
  language: languageOf(request.headers),
  address: request.ip,
  method: request.method,
  headers: request.headers,
  uploads: {},
  gone: undefined,
  reply: (name, value) => void reply.header(name, value),
})
