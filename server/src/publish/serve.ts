import { createHash } from 'node:crypto'
import { isId, Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headOf } from '../access/access.store.ts'
import { mustOpenItem, rightsOn } from '../access/access.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Ctx, Services } from '../context.ts'
import { networkOf, type Rate, ratesOf } from '../http/limits/rate.ts'
import { contextOf } from '../http/request.ts'
import { tokenLog } from '../http/token-log.ts'
import { serveFeeds } from './feed/serve-feeds.ts'
import { type FileCaller, fileCaller } from './files/caller.ts'
import { MARKDOWN, type PageName, readPage, sendPage, sendRefusal } from './files/page-files.ts'
import { robotsFile } from './files/robots.ts'
import { sendFile, streamFile } from './files/send.ts'
import { sitemaps } from './files/sitemap.ts'
import { type FullItem, fullText } from './llms/full.ts'
import { itemLlms } from './llms/item-llms.ts'
import { itemsFor, siteLlms } from './llms/site-llms.ts'

const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
/** Files for programs are not results of a search. */
const noIndex = { 'x-robots-tag': 'noindex' }

type Limit = 'file' | 'llms-full' | 'sitemap' | 'feed'
type Answer = (ctx: Ctx, caller: FileCaller) => Promise<unknown>

/** Runs the answer to a request for a file: limits, caller, log of tokens, and refusals as one line of Markdown. */
function fileRequests(services: Services, rate: Rate) {
  const log = tokenLog(services)

  async function answer(request: FastifyRequest, reply: FastifyReply, limit: Limit, named: object, make: Answer) {
    await rate(limit, networkOf(request.ip))
    const caller = await fileCaller(services, request, rate)
    const ctx = contextOf(services, caller, request, reply)
    try {
      return await log.logged(`file/${limit}`, { kind: 'read' }, named, ctx, () => make(ctx, caller))
    } catch (error) {
      return sendRefusal(request, reply, error)
    }
  }

  return { answer, flush: log.flush }
}

/**
 * Serves robots.txt, sitemaps, llms.txt and pages as Markdown (W22 to W25). Returns what the routes of pages need, because a page and
 * its Markdown share an address.
 */
export function servePublic(app: FastifyInstance, services: Services) {
  const rate = ratesOf(services)
  const maps = sitemaps(services)
  const { answer, flush } = fileRequests(services, rate)
  app.addHook('onClose', flush)

  const page = (request: FastifyRequest, reply: FastifyReply, name: PageName) =>
    answer(request, reply, 'file', name, async (ctx, { opens }) => sendPage(request, reply, await readPage(ctx, name, opens)))

  const llms = (request: FastifyRequest, reply: FastifyReply, item: string) =>
    answer(request, reply, 'file', {}, async (ctx, { opens }) => {
      const rights = await mustOpenItem(ctx, item, opens)
      const { cat_id = '' } = request.query as { cat_id?: string }
      const text = await itemLlms(services, { ...rights, cat_id: isId(cat_id) ? Number(cat_id) : 0 })
      if (text === undefined) throw new Refusal('notFound')
      return sendFile(request, reply, text, {
        type: MARKDOWN,
        isPublic: rights.item.password_hash === '',
        vary: 'accept',
        headers: noIndex,
      })
    })

  const itemFull = (request: FastifyRequest, reply: FastifyReply, item: string) =>
    answer(request, reply, 'llms-full', {}, async (ctx, { opens }) => {
      const rights = await mustOpenItem(ctx, item, opens)
      const { item_id, item_name, item_domain, tree_version, password_hash } = rights.item
      const one = async function* () {
        yield rights
      }
      return streamFile(request, reply, () => fullText(services, one()), {
        type: MARKDOWN,
        isPublic: password_hash === '',
        headers: noIndex,
        version: JSON.stringify([item_id, item_name, item_domain, tree_version, services.config.PUBLIC_URL]),
      })
    })

  const siteList = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, 'file', {}, async (ctx) =>
      sendFile(request, reply, await siteLlms(services, await siteSettings(services), ctx), {
        type: MARKDOWN,
        isPublic: ctx.user === null,
        vary: 'authorization, cookie',
        headers: noIndex,
      }),
    )

  const siteFull = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, 'llms-full', {}, async (ctx) => {
      const items = await itemsFor(services, await siteSettings(services), ctx)
      const readable = async function* (): AsyncGenerator<FullItem> {
        for (const { item_id } of items) {
          // Read again for each item: the file takes long, and a permission can end meanwhile.
          const head = await headOf(services, item_id)
          const rights = head && (await rightsOn(ctx, head))
          if (rights && rights.visits !== 'none') yield rights
        }
      }
      return streamFile(request, reply, () => fullText(services, readable()), {
        type: MARKDOWN,
        isPublic: ctx.user === null,
        vary: 'authorization, cookie',
        headers: noIndex,
        version: createHash('sha256').update(JSON.stringify(items)).digest('base64url'),
      })
    })

  const sitemap = (request: FastifyRequest, reply: FastifyReply, n: number | undefined) =>
    answer(request, reply, 'sitemap', {}, async () => {
      const settings = await siteSettings(services)
      const text = n === undefined ? await maps.index(settings) : await maps.part(settings, n)
      if (text === undefined) throw new Refusal('notFound')
      return sendFile(request, reply, text, { type: XML, isPublic: true })
    })

  interface Params {
    Params: { item: string; part: string }
  }
  app.get('/robots.txt', (request, reply) =>
    answer(request, reply, 'file', {}, async () =>
      sendFile(request, reply, robotsFile(services.config, await siteSettings(services)), { type: TEXT, isPublic: true }),
    ),
  )
  app.get('/sitemap.xml', (request, reply) => sitemap(request, reply, undefined))
  app.get<Params>('/sitemap/:part', (request, reply) => {
    const [, n] = /^(\d{1,6})\.xml$/.exec(request.params.part) ?? []
    return sitemap(request, reply, n === undefined ? -1 : Number(n))
  })
  serveFeeds(app, services, answer)
  app.get('/llms.txt', siteList)
  app.get('/llms-full.txt', siteFull)
  app.get<Params>('/:item/llms.txt', (request, reply) => llms(request, reply, request.params.item))
  app.get<Params>('/:item/llms-full.txt', (request, reply) => itemFull(request, reply, request.params.item))
  return { page, llms }
}
