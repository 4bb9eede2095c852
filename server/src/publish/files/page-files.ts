import { isId, Refusal } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headOf, isKey, pageByKey, pageOf } from '../../access/access.store.ts'
import { covers, mustOpenItem, mustVisitPage, type OpensItem, type Rights } from '../../access/access.ts'
import type { Ctx } from '../../context.ts'
import { languageOf } from '../../http/request.ts'
import { pageAddress } from '../address.ts'
import { fileOf, type PageDocument, pageDocument, sharedDocument } from '../markdown/page-document.ts'
import { sendFile } from './send.ts'

export const MARKDOWN = 'text/markdown; charset=utf-8'

/** The file is at another address; `path` is absolute or relative to the host. */
class FileMoved extends Error {
  readonly address: string
  constructor(address: string) {
    super(address)
    this.address = address
  }
}

/** How a page is named in an address. */
export type PageName = { item: string; page_id: string } | { page_id: string } | { unique_key: string }

/** Only a caller who can read a page learns which item it is in now (S43). */
const movedOr = (ctx: Ctx, page_id: number, opens: OpensItem, refusal: Refusal): Promise<never> =>
  mustVisitPage(ctx, page_id, opens).then(
    ({ item }) => {
      throw new FileMoved(`${pageAddress(ctx.config, item, page_id)}.md`)
    },
    () => {
      throw refusal
    },
  )

/** The page of an item, refused as its HTML is. */
async function mustReadInItem(ctx: Ctx, name: string, page_id: number, opens: OpensItem) {
  const rights: Rights = await mustOpenItem(ctx, name, opens).catch((error: unknown) => {
    const isClosed = error instanceof Refusal && error.error === 'noVisit'
    return isClosed ? movedOr(ctx, page_id, opens, error) : Promise.reject(error as Error)
  })
  const page = await pageOf(ctx, page_id)
  if (!page) throw new Refusal('notFound')
  if (page.item_id !== rights.item.item_id) return movedOr(ctx, page_id, opens, new Refusal('notFound'))
  if (!covers(rights.visits, page.cat_id)) throw new Refusal('noVisit')
  return { ...rights, page }
}

interface ReadPage {
  document: PageDocument
  item_id: number
  page_id: number
  /** Any client can read it at this address. */
  isPublic: boolean
}

async function readByKey(ctx: Ctx, unique_key: string): Promise<ReadPage> {
  const page = isKey(unique_key) ? await pageByKey(ctx, unique_key) : undefined
  const item = page && (await headOf(ctx, page.item_id))
  if (!page || !item) throw new Refusal('notFound')
  // The address is a secret, so no cache keeps the file.
  return { document: await sharedDocument(ctx, { page, item }, unique_key), item_id: 0, page_id: 0, isPublic: false }
}

export async function readPage(ctx: Ctx, name: PageName, opens: OpensItem): Promise<ReadPage> {
  if ('unique_key' in name) return readByKey(ctx, name.unique_key)
  if (!isId(name.page_id)) throw new Refusal('notFound')
  const page_id = Number(name.page_id)
  const place = 'item' in name ? await mustReadInItem(ctx, name.item, page_id, opens) : await mustVisitPage(ctx, page_id, opens)
  return { document: await pageDocument(ctx, place), item_id: place.item.item_id, page_id, isPublic: place.item.password_hash === '' }
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, { document, isPublic }: ReadPage) {
  return sendFile(request, reply, fileOf(document), {
    type: MARKDOWN,
    isPublic,
    vary: 'accept',
    headers: { 'x-markdown-tokens': String(document.tokens), link: `<${document.url}>; rel="canonical"`, 'x-robots-tag': 'noindex' },
  })
}

const words = {
  en: {
    closed:
      'This is closed. A token of a person who may read it opens it, or the user name `visit` with the visit password (Basic authentication).',
    missing: 'There is nothing at this address.',
  },
  zh: {
    closed: '此内容未公开。请使用有权阅读者的令牌，或以用户名 `visit` 和访问密码进行 Basic 认证。',
    missing: '此地址没有内容。',
  },
}

/** One line of Markdown instead of a redirect to the password screen (W22). It is the same for every closed page. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (error instanceof FileMoved) return reply.header('cache-control', 'private, no-store').redirect(error.address)
  const name = error instanceof Refusal ? error.error : undefined
  if (name !== 'noVisit' && name !== 'notFound') throw error
  const isClosed = name === 'noVisit'
  const t = inLanguage(words, languageOf(request.headers))
  if (isClosed) reply.header('www-authenticate', ['Bearer realm="Sheaf"', 'Basic realm="Sheaf", charset="UTF-8"'])
  return reply
    .code(isClosed ? 401 : 404)
    .headers({ 'content-type': MARKDOWN, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', vary: 'accept' })
    .send(`${isClosed ? t.closed : t.missing}\n`)
}
