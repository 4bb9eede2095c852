import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isId, Refusal } from '@sheaf/contract'
import { codes } from '@sheaf/contract/languages'
import { readingLooks } from '@sheaf/contract/reading-look'
import { appRoutes } from '@sheaf/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, cookieName, isSecure } from '../auth/session.ts'
import { siteSettings } from '../common/settings.store.ts'
import { isSiteListed } from '../content/listing.ts'
import type { Ctx, Services } from '../context.ts'
import { policy } from '../http/app.ts'
import { squeeze } from '../http/body/gzip.ts'
import { contextOf, cookieOf } from '../http/request.ts'
import { prefersMarkdown } from '../publish/files/accept.ts'
import { servePublic } from '../publish/serve.ts'
import { documentOf, readAssets, type Styles } from './document.ts'
import { linkHeader } from './head.ts'
import { type Boot, bootFor, itemReading, PageMoved, type Reading, sharedReading } from './reading.ts'

/** Style sheets with more characters than this stay separate files. A story in the browser proves that the main sheet is below it. */
const INLINE_MAX = 100_000
const FACE = /@font-face\s*\{[^}]*url\([^}]*\}/g

/** Reads the built style sheets once: the HTML for every page and the web fonts it requests. */
export function readStyles(folder: string, files: string[], base: string): Styles {
  const styles: Styles = { html: '', fonts: [] }
  for (const file of files) {
    const text = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
    const sheet = withAddresses(text, `${base}/${file.slice(0, file.lastIndexOf('/'))}`)
    for (const [face] of sheet.matchAll(FACE)) {
      const [, url = ''] = /url\(["']?([^)"']+)/.exec(face) ?? []
      if (!styles.fonts.some((one) => one.url === url)) styles.fonts.push({ url, isCode: /font-family:[^;}]*Mono/.test(face) })
    }
    // The app finds the attribute (web/src/lib/sheets.ts) and does not load the sheet again.
    styles.html +=
      text.length > INLINE_MAX
        ? `<link rel="stylesheet" href="${base}/${file}">\n`
        : `<style data-sheet="${base}/${file}">${sheet}</style>\n`
  }
  return styles
}

/** Makes relative URLs absolute, because the sheet is inlined into a page. */
const withAddresses = (text: string, folder: string) =>
  text.replace(/url\((?!["']?(?:data:|\/|https?:))(["']?)(?:\.\/)?/g, `url($1${folder}/`)

/** The screen that gives programs access: no page can frame it, not even one of this site (S119). */
const CONSENT = /^\/user\/authorize(?:[/?]|$)/i
const unframed = {
  'content-security-policy': policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  'x-frame-options': 'DENY',
}

/** Paths of ShowDoc's single entry point. */
const legacyPaths = ['/index.php', '/server', '/server/', '/server/index.php']

const isPlace = (text: string) => /^[A-Za-z0-9]{1,100}$/.test(text)

/**
 * The path for a ShowDoc link with its target in the query: `?s=/1`, `?s=/handbook&page_id=4`, `?s=/page/4`, `?s=/uid/2`,
 * `?s=/home/item/show&item_id=1&page_id=4`. Undefined for any other query.
 */
export function placeOf(url: string): string | undefined {
  const fields = new URLSearchParams(url.split('?')[1] ?? '')
  const parts = (fields.get('s') ?? '').split('/').filter(Boolean)
  const [first = '', second = ''] = parts
  if (parts.length === 0) return '/'
  if (parts.length === 1) return inItem(first, fields)
  // ShowDoc lists the public items of one user here; Sheaf has one list of all items.
  if (first === 'uid' && parts.length === 2 && isId(second)) return '/item/index'
  if (first === 'page' && parts.length === 2 && isId(second)) return `/page/${second}`
  if (parts.join('/').toLowerCase() === 'home/item/show') return inItem(fields.get('item_id') ?? '', fields)
  return undefined
}

function inItem(item: string, fields: URLSearchParams) {
  const page_id = fields.get('page_id') ?? ''
  if (!isPlace(item) || item.toLowerCase() === 'api') return undefined
  return isId(page_id) && Number(page_id) > 0 ? `/${item}/${page_id}` : `/${item}`
}

type RenderScreen = (path: string, boot: Boot) => Promise<string>

/**
 * Serves the HTML pages. Reading routes are rendered on the server for callers who can read, and then the app takes over. Every other
 * path is the app shell, which routes in the browser.
 */
export function servePages(app: FastifyInstance, services: Services, dist: string) {
  const files = servePublic(app, services)
  const { config } = services
  const assetsOf = new Map(codes.map((language) => [language, readAssets(join(dist, 'web'), language)]))
  // The scripts of each language have other names, but their style sheets are the same.
  const styles = readStyles(join(dist, 'web'), assetsOf.get('en')?.styles ?? [], config.BASE_PATH)
  const cookie = cookieName(isSecure(services))
  let renderer: Promise<RenderScreen> | undefined
  const renderScreen: RenderScreen = async (path, boot) => {
    renderer ??= import(pathToFileURL(join(dist, 'ssr', 'entry-server.js')).href).then(
      (module: { renderScreen: RenderScreen }) => module.renderScreen,
    )
    return (await renderer)(path, boot)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, status: number, read?: (ctx: Ctx) => Promise<Reading>) {
    const caller = await callerOf(services, cookieOf(request.headers, cookie) ?? '')
    const ctx = contextOf(services, caller, request, reply)
    const assets = assetsOf.get(ctx.language)
    if (!assets) return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built. Run: npm start\n')
    const theme = cookieOf(request.headers, 'theme') ?? ''
    const boot = await bootFor(
      services,
      ctx.user ?? caller.enrolling ?? null,
      ctx.language,
      theme,
      `${request.protocol}://${request.headers.host}`,
    )
    const reading = read && (await read(ctx))
    if (reading) boot.seed = reading.seed
    if (status === 404) boot.missing = true
    const html = reading ? await renderScreen(request.url, boot) : ''
    const title = reading ? `${reading.title} - Sheaf` : 'Sheaf'
    const settings = await siteSettings(services)
    const isHome = reading === undefined && status === 200 && request.url === '/' && isSiteListed(config, settings)
    const head = reading?.head
    const isListed = head !== undefined || isHome
    const text = documentOf(
      {
        language: ctx.language,
        theme,
        looks: readingLooks(cookieOf(request.headers, 'reading')),
        title,
        isListed,
        head,
        feeds: reading?.feeds,
        description: isHome ? settings.site_description : '',
        html,
        boot: withoutArticle(boot),
      },
      assets,
      config.BASE_PATH,
      styles,
    )
    const { body, encoding } = await squeeze(text, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .code(reading?.pageMissing ? 404 : status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        ...(CONSENT.test(request.url) ? unframed : { 'content-security-policy': policy }),
        'cache-control': 'no-store',
        vary: 'accept, accept-encoding, accept-language, cookie',
        ...(head && { link: linkHeader(head) }),
        ...(!isListed && { 'x-robots-tag': 'noindex' }),
      })
      .send(body)
  }

  /** Serves a reading route. Redirects to the password screen without a right to read, and answers 404 for a missing page. */
  async function reading(
    request: FastifyRequest,
    reply: FastifyReply,
    item: string,
    page_id: number,
    read: (ctx: Ctx) => Promise<Reading>,
  ) {
    try {
      return await answer(request, reply, 200, read)
    } catch (error) {
      if (error instanceof PageMoved) return reply.redirect(config.BASE_PATH + error.path)
      if (!(error instanceof Refusal)) throw error
      if (error.error !== 'noVisit') return answer(request, reply, 404)
      return reply
        .header('x-robots-tag', 'noindex')
        .redirect(
          `${config.BASE_PATH}/item/password/${await itemIdOf(services, item)}?${new URLSearchParams({ ...(page_id ? { page_id: String(page_id) } : {}), redirect: request.url })}`,
        )
    }
  }

  interface Params {
    Params: { item: string; page_id: string; unique_key: string }
  }
  const serveApp = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, 200)
  for (const path of [...appRoutes, ...appPaths]) app.get(path, serveApp)
  app.addHook('onRequest', (request, reply, done) => {
    // These URLs contain a secret, which must not reach linked sites as a referrer.
    if (/^\/user\/(resetpasswordbyurl|verifyemail|setup)\b/i.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    done()
  })
  for (const path of legacyPaths)
    app.get(path, (request, reply) => {
      const place = placeOf(request.url)
      return place ? reply.redirect(config.BASE_PATH + place) : reply.callNotFound()
    })
  app.get<Params>('/p/:unique_key', (request, reply) => {
    const { unique_key } = request.params
    const markdown = wantsMarkdown(request, unique_key)
    if (markdown !== undefined) return files.page(request, reply, { unique_key: markdown })
    return reading(request, reply, '0', 0, (ctx) => sharedReading(ctx, { unique_key }))
  })
  app.get<Params>('/page/:page_id', (request, reply) => {
    const { page_id } = request.params
    const markdown = wantsMarkdown(request, page_id)
    if (markdown !== undefined) return files.page(request, reply, { page_id: markdown })
    if (!isId(page_id)) return answer(request, reply, 404)
    return reading(request, reply, '0', Number(page_id), (ctx) => sharedReading(ctx, { page_id }))
  })
  const itemPage = (request: FastifyRequest, reply: FastifyReply, item: string) => {
    const markdown = wantsMarkdown(request, item)
    if (markdown !== undefined && isItem(markdown)) return files.llms(request, reply, markdown)
    return isItem(item) ? reading(request, reply, item, 0, (ctx) => itemReading(ctx, item, 0)) : answer(request, reply, 404)
  }
  app.get<Params>('/:item', (request, reply) => itemPage(request, reply, request.params.item))
  app.get<Params>('/:item/:page_id', (request, reply) => {
    const { item, page_id } = request.params
    const markdown = wantsMarkdown(request, page_id)
    if (markdown !== undefined && isItem(item)) return files.page(request, reply, { item, page_id: markdown })
    if (!isItem(item) || !isId(page_id)) return answer(request, reply, 404)
    return reading(request, reply, item, Number(page_id), (ctx) => itemReading(ctx, item, Number(page_id), schemaIn(request.url)))
  })
  return { item: itemPage, notFound: (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, 404) }
}

/** Paths that the app itself interprets: old URLs carry the path after a hash, and paths under /user ignore case. */
const appPaths = ['/web', '/web/', '/web/index.html', '/index.html', '/user/:screen']

/** The name in an address without `.md`, if the request is for Markdown: by its address or by what it accepts (W22). */
function wantsMarkdown({ headers }: FastifyRequest, name: string): string | undefined {
  if (name.endsWith('.md')) return name.slice(0, -'.md'.length)
  return prefersMarkdown(headers.accept) ? name : undefined
}

const isItem = (text: string) => /^[A-Za-z0-9]{1,100}$/.test(text)

/** The item id for the password screen; 0 means the item of the page. */
const itemIdOf = (services: Services, item: string) => (isId(item) ? item : byDomain(services, item))

const byDomain = async ({ store }: Services, domain: string) =>
  (await store.hot<{ item_id: number }>('select item_id from item where domain_key = ?', [domain.toLowerCase()]))[0]?.item_id ?? 0

/** Characters of the name of a schema in an address. */
const SCHEMA_NAME_MAX = 200

const schemaIn = (url: string) => (new URLSearchParams(url.split('?')[1] ?? '').get('schema') ?? '').slice(0, SCHEMA_NAME_MAX)

const articles = ['page/view', 'source/schema']

/** The HTML already contains the article, so the boot data omits it (web/src/lib/boot.ts reads it from the HTML). */
const withoutArticle = (boot: Boot): Boot => ({
  ...boot,
  seed: boot.seed.map(([path, input, answer]) => [path, input, articles.includes(path) ? { ...(answer as object), html: '' } : answer]),
})
