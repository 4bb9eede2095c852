import { isId, Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { covers, mustOpenItem } from '../../access/access.ts'
import { changesOfItem, changesWithin } from '../../change/change.service.ts'
import { siteSettings } from '../../common/settings.store.ts'
import type { Ctx, Services } from '../../context.ts'
import { reachOfOwn } from '../../search/search.store.ts'
import { apiChanges } from '../../source/compare/source.changes.service.ts'
import { pageNow } from '../../source/source.page.store.ts'
import type { FileCaller } from '../files/caller.ts'
import { sendFile } from '../files/send.ts'
import { itemsFor } from '../llms/site-llms.ts'
import { textLanguage } from '../markdown/text-language.ts'
import { ENTRIES, type Feed, feedOf } from './feed.ts'
import { atomOf, jsonFeedOf } from './forms.ts'
import { sourceFeedOf } from './source-feed.ts'

const formats = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: atomOf },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeedOf },
} as const
type Form = keyof typeof formats

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  limit: 'feed',
  named: object,
  make: (ctx: Ctx, caller: FileCaller) => Promise<unknown>,
) => Promise<unknown>

/** `?lang=` and `?before=` of a part; anything else is ignored. */
function partOf(request: FastifyRequest, usual: () => string) {
  const { lang = '', before = '' } = request.query as { lang?: unknown; before?: unknown }
  const language = typeof lang === 'string' && isLanguage(lang) ? lang : textLanguage(usual())
  return { language, before: typeof before === 'string' && isId(before) ? Number(before) : 0 }
}

/**
 * The changes of an item and of the site as feeds (W24), with the rights of the list of changes. Permissions are checked before the tag is
 * compared. A feed that depends on a person is kept by no cache.
 */
export function serveFeeds(app: FastifyInstance, services: Services, answer: Answer) {
  const { config } = services
  const send = (request: FastifyRequest, reply: FastifyReply, feed: Feed, form: Form, isPublic: boolean) => {
    const { type, write } = formats[form]
    return sendFile(request, reply, write(feed), {
      type,
      isPublic,
      vary: 'authorization, cookie',
      headers: { 'x-robots-tag': 'noindex' },
    })
  }

  const itemFeed = (request: FastifyRequest, reply: FastifyReply, given: string, form: Form) =>
    answer(request, reply, 'feed', {}, async (ctx, { opens }) => {
      const rights = await mustOpenItem(ctx, given, opens)
      const { item } = rights
      const { language, before } = partOf(request, () => `${item.item_name} ${item.item_description}`)
      const { list, next } = await changesOfItem(ctx, rights, { count: ENTRIES, before, language })
      const feed = feedOf(config, { item, form, list, next, before, language })
      // Titles of deleted pages are for editors, so only what an anonymous visitor sees is public.
      return send(request, reply, feed, form, item.password_hash === '' && ctx.user === null)
    })

  /** What the APIs of an item changed; `?page=` names one of its pages. */
  const sourceFeed = (request: FastifyRequest, reply: FastifyReply, given: string, form: Form) =>
    answer(request, reply, 'feed', {}, async (ctx, { opens }) => {
      const rights = await mustOpenItem(ctx, given, opens)
      const { item, visits } = rights
      const { language } = partOf(request, () => `${item.item_name} ${item.item_description}`)
      const { page: wanted } = request.query as { page?: unknown }
      const page_id = typeof wanted === 'string' && isId(wanted) ? Number(wanted) : 0
      const page = page_id > 0 ? await pageNow(ctx.db, { page_id, item_id: item.item_id }) : undefined
      if (wanted !== undefined && (page?.is_del !== 0 || !covers(visits, page.cat_id))) throw new Refusal('noVisit')
      const versions = await apiChanges(ctx, rights, { page_id, language })
      return send(
        request,
        reply,
        sourceFeedOf(config, { item, page, form, versions, language }),
        form,
        item.password_hash === '' && ctx.user === null,
      )
    })

  const siteFeed = (request: FastifyRequest, reply: FastifyReply, form: Form) =>
    answer(request, reply, 'feed', {}, async (ctx) => {
      const settings = await siteSettings(services)
      const { language, before } = partOf(request, () => settings.site_description)
      const listed = async () => (await itemsFor(services, settings, ctx)).map(({ item_id }) => item_id)
      const reach = ctx.user ? await reachOfOwn({ ...ctx, user: ctx.user }) : { items: await listed(), scoped: [], cats: [] }
      const { list, next } = await changesWithin(ctx, reach, { count: ENTRIES, before, language })
      return send(request, reply, feedOf(config, { item: undefined, form, list, next, before, language }), form, ctx.user === null)
    })

  for (const form of Object.keys(formats) as Form[]) {
    app.get(`/changes.${form}`, (request, reply) => siteFeed(request, reply, form))
    app.get<{ Params: { item: string } }>(`/:item/sources.${form}`, (request, reply) =>
      sourceFeed(request, reply, request.params.item, form),
    )
    app.get<{ Params: { item: string } }>(`/:item/changes.${form}`, (request, reply) => itemFeed(request, reply, request.params.item, form))
  }
}
