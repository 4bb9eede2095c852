import { randomUUID } from 'node:crypto'
import { type CallToolResult, createMcpHandler, ProtocolError, Server, type ServerCapabilities } from '@modelcontextprotocol/server'
import { errorMessage, Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { levelsInWords } from '../auth/grant.ts'
import type { Services } from '../context.ts'
import { ratesOf } from '../http/limits/rate.ts'
import { spaceGuard } from '../http/limits/space.ts'
import type { tokenLog } from '../http/token-log.ts'
import { version } from '../runtime/config.ts'
import type { Admitted, Endpoint } from './admission.ts'
import { showdocRefusal } from './aliases/dialect.ts'
import { sentenceFor } from './aliases/left-out.ts'
import { complete } from './more/completion.ts'
import { listedPrompts, promptFor } from './more/prompts.ts'
import { listItems, readResource, resourceTemplates } from './more/resources.ts'
import { type Offer, offerOf } from './offers.ts'
import { type Answer, type Asker, type Tool, WrongArguments } from './tool.ts'

type TokenLog = ReturnType<typeof tokenLog>

const answered = ({ text, structured, isRefused }: Answer): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured ? { structuredContent: structured } : {}),
  ...(isRefused ? { isError: true } : {}),
})

/** Runs tools: checks level, arguments and rate first, and writes one row to the token log (W30). */
function toolCalls(services: Services, log: TokenLog) {
  const rate = ratesOf(services)
  const space = spaceGuard(services)

  async function mustAllow({ kind, name }: Tool, { ctx: { grant, user } }: Asker) {
    if (!grant || !user) return
    const kinds = [...(kind === 'write' ? ['token write'] : []), ...(/search/.test(name) ? ['token search'] : [])]
    // Suggestions have the same limit as their call.
    if (/^propose/.test(name)) await rate('suggestion/save', `g${grant.grant_id}`)
    for (const each of kinds) {
      await rate(each, `g${grant.grant_id}`)
      await rate(`${each} of a person`, `u${user.uid}`)
    }
  }

  return async ({ tools, isShowdoc }: Offer, asker: Asker, name: string, given: object): Promise<CallToolResult> => {
    const { ctx } = asker
    const tool = tools.get(name)
    if (!tool)
      throw new WrongArguments(sentenceFor(name, ctx.language) ?? errorMessage('toolUnknown', ctx.language, { tool: name.slice(0, 100) }))
    try {
      await mustAllow(tool, asker)
      if (tool.level > asker.level) {
        log.refused(tool.name, ctx, ctx.address, 'levelMissing')
        throw new Refusal('levelMissing', levelsInWords(ctx.language, asker.level, tool.level))
      }
      const run = tool.prepare(given)
      if (tool.kind === 'write') await space.mustFit('page/save', {}, 0)
      return answered(await log.logged(tool.name, { kind: tool.kind }, asker.place, ctx, () => run(asker)))
    } catch (error) {
      if (!(error instanceof Refusal) || error.error === 'unexpected') throw error
      if (isShowdoc) {
        const { code, message } = showdocRefusal(error, ctx.language, ctx.grant)
        throw new ProtocolError(code, message)
      }
      return { content: [{ type: 'text', text: errorMessage(error.error, ctx.language, error.fill) }], isError: true }
    }
  }
}

export type Serve = (endpoint: Endpoint, admitted: Admitted, request: FastifyRequest) => Promise<Response>

/** Lists depend on the level alone, so a client can keep them for five minutes. */
const LIST = { ttlMs: 300_000, cacheScope: 'private' } as const
const cacheHints = {
  'tools/list': LIST,
  'prompts/list': LIST,
  'resources/templates/list': LIST,
  'server/discover': LIST,
} as const
/** The arguments of tools are checked by us, and no tool declares an output schema. The library would create a validator per request. */
const jsonSchemaValidator = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
}

/** The headers that the library reads. A credential is none of them. */
const READ_HEADER = /^(?:accept|content-type|last-event-id|mcp-.*)$/

const INVALID_PARAMS = -32602
const INTERNAL = -32603
const NO_SUCH_METHOD = -32601

/** What the handler of a request passes to its server. */
interface Given extends Record<string, unknown> {
  offer: Offer
  asker: Asker
}

/**
 * Answers messages of both generations of the protocol: requests that carry their revision, and those after `initialize`. Each request
 * gets a low-level `Server`, which costs a fifth of the high-level one; the lists are made once.
 */
export function protocolOf(services: Services, log: TokenLog): Serve {
  const call = toolCalls(services, log)
  const { fetch } = createMcpHandler(
    (context) => {
      const { offer, asker } = context.authInfo!.extra as Given
      return serverFor(offer, asker, call, log)
    },
    { onerror: (error) => services.log.debug({ err: error }, 'mcp') },
  )
  return async (endpoint, { ctx, message }, request) => {
    const { id, method } = message as { id?: unknown; method?: unknown }
    // A subscription would keep the connection open, and what changed is a tool here.
    if (method === 'subscriptions/listen') return unknownMethod(id, method)
    const level = ctx.grant?.level ?? 1
    const asker: Asker = { ctx, user: ctx.user ?? undefined, level, place: { item_id: 0, page_id: 0 } }
    // ShowDoc always answers JSON, and simple programs accept nothing else.
    const isPlain = endpoint === '/mcp.php' || !String(request.headers.accept).includes('text/event-stream')
    const given: Given = { offer: offerOf(endpoint, level), asker }
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && READ_HEADER.test(name)) headers[name] = value
    if (isPlain) headers['accept'] = 'application/json, text/event-stream'
    const response = await fetch(new Request(`http://sheaf${endpoint}`, { method: 'POST', headers }), {
      parsedBody: message,
      authInfo: { token: '', clientId: '', scopes: [], extra: { ...given } },
    })
    return finished(response, isPlain)
  }
}

/** The response as it is sent. For clients that read no streams, the event of a stream becomes JSON. */
async function finished(response: Response, isPlain: boolean) {
  const { status, body, headers } = response
  if (body === null) return response
  const type = headers.get('content-type') ?? ''
  const text = await response.text()
  const isEvent = isPlain && type.startsWith('text/event-stream')
  const sent = withField(isEvent ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text)
  return new Response(sent, { status, headers: { 'content-type': isEvent ? 'application/json' : type } })
}

/** A malformed request is an internal error for the library, and its message is the whole list of problems. */
const MALFORMED = /\{"code":-32603,"message":("\[\\n {2}\{(?:[^"\\]|\\.)*\]")\}/

function withField(text: string): string {
  const [error, list] = MALFORMED.exec(text) ?? []
  if (error === undefined || list === undefined) return text
  const [first] = JSON.parse(JSON.parse(list)) as { path?: (string | number)[] }[]
  const field = first?.path?.filter((part) => part !== 'params').join('.') || 'params'
  return text.replace(error, () => JSON.stringify({ code: INVALID_PARAMS, message: `${field}: is missing or has the wrong type` }))
}

const unknownMethod = (id: unknown, method: string) =>
  new Response(
    JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code: NO_SUCH_METHOD, message: `Method not found: ${method}` } }),
    { status: 404, headers: { 'content-type': 'application/json' } },
  )

function serverFor(offer: Offer, asker: Asker, call: ReturnType<typeof toolCalls>, log: TokenLog) {
  const capabilities: ServerCapabilities = { tools: {}, ...(offer.more ? { resources: {}, prompts: {}, completions: {} } : {}) }
  const server = new Server(
    { name: 'sheaf', title: 'Sheaf', version },
    { capabilities, cacheHints, jsonSchemaValidator, instructions: offer.instructions },
  )
  const handled = <In, Out>(work: (input: In) => Promise<Out> | Out) => asProtocol(asker, work)
  server.setRequestHandler('tools/list', () => ({ tools: offer.listed }))
  server.setRequestHandler(
    'tools/call',
    handled(({ params }) => call(offer, asker, params.name, params.arguments ?? {})),
  )
  const logged = <T>(method: string, read: () => Promise<T>) => log.logged(method, { kind: 'read' }, asker.place, asker.ctx, read)
  const { more } = offer
  if (more) {
    server.setRequestHandler(
      'resources/list',
      handled(({ params }) => logged('resources/list', () => listItems(asker, params?.cursor))),
    )
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
    server.setRequestHandler(
      'resources/read',
      handled(({ params }) => logged('resources/read', () => readResource(asker, params.uri))),
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }))
    server.setRequestHandler(
      'prompts/get',
      handled(({ params }) => promptFor(params.name, params.arguments ?? {})),
    )
    server.setRequestHandler(
      'completion/complete',
      handled(({ params: { argument } }) => logged('completion/complete', () => complete(asker, argument))),
    )
  }
  return server
}

/** Turns what a handler throws into an error of the protocol: a refusal is the sentence that a person would see. */
function asProtocol<In, Out>({ ctx }: Asker, work: (input: In) => Promise<Out> | Out) {
  return async (input: In): Promise<Out> => {
    try {
      return await work(input)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      if (error instanceof WrongArguments) throw new ProtocolError(INVALID_PARAMS, error.message)
      if (error instanceof Refusal) throw new ProtocolError(INVALID_PARAMS, errorMessage(error.error, ctx.language, error.fill))
      const request = randomUUID()
      ctx.log.error({ reqId: request, err: error }, 'unexpected')
      throw new ProtocolError(INTERNAL, errorMessage('unexpected', ctx.language, { request }))
    }
  }
}
