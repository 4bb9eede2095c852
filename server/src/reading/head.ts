import { factsOf } from '@sheaf/contract/languages'
import type { PageFound } from '../access/access.store.ts'
import { mayVisitFile } from '../attachment/attachment.rights.service.ts'
import { bySign } from '../attachment/attachment.store.ts'
import type { Services } from '../context.ts'
import { pageAddress, rootOf } from '../publish/address.ts'
import { textLanguage } from '../publish/markdown/text-language.ts'

/** Characters of a description. */
const DESCRIPTION_MAX = 160
/** Characters of the HTML in which the beginning of the text and the first pictures are looked for. */
const START_CHARS = 20_000
const PICTURES_MAX = 5

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}

/** The text of HTML that our renderer made, as a reader sees it. Formulas are left out: their markup repeats them. */
const textOf = (html: string) =>
  html
    .replace(/<(math|svg|script|style|button)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<\/?(?:a|b|code|del|em|i|ins|mark|s|span|strong|sub|sup|u|wbr)\b[^<>]*>/gi, '')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decoded)
    .replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ')
    .trim()

const SAMPLES = '<section class="call-side">'
const SAMPLES_END = '</section>'

/** Code samples are no description of a page. An author can write the same opening many times, so it is looked for once. */
function withoutSamples(html: string): string {
  const from = html.indexOf(SAMPLES)
  const to = from < 0 ? -1 : html.indexOf(SAMPLES_END, from)
  return to < 0 ? html : html.slice(0, from) + html.slice(to + SAMPLES_END.length)
}

/** The first characters of an article, without a heading that repeats its title. */
export function excerptOf(html: string, title: string): string {
  const start = withoutSamples(html).slice(0, START_CHARS)
  const heading = /^\s*<h1\b[^>]*>([\s\S]*?)<\/h1>/i.exec(start)
  const body = heading && textOf(heading[1] ?? '').startsWith(title.trim()) ? start.slice(heading[0].length) : start
  const text = textOf(body).toWellFormed()
  const signs = [...text.slice(0, 4 * DESCRIPTION_MAX)]
  return signs.length <= DESCRIPTION_MAX
    ? text
    : `${signs
        .slice(0, DESCRIPTION_MAX - 1)
        .join('')
        .trimEnd()}…`
}

/** The addresses of the first pictures of an article. */
const firstPictures = (html: string): string[] =>
  [...html.slice(0, START_CHARS).matchAll(/<img\b[^>]*?\ssrc="([^"]{1,2000})"/gi)]
    .slice(0, PICTURES_MAX)
    .map(([, address = '']) => address.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decoded))

/** What search engines, previews in chats and agents read of a page (S109: every text is escaped where it is written). */
export interface PageHead {
  canonical: string
  markdown: string
  llms: string
  description: string
  /** `en_US` */
  locale: string
  image: string
  title: string
  siteName: string
  /** Unix seconds. */
  modified: number
  /** schema.org */
  data: object
}

/** A place above the page: a name, and where it leads. */
export interface Crumb {
  name: string
  page_id: number
}

interface HeadSource {
  item: { item_id: number; item_domain: string; item_name: string }
  page: PageFound
  html: string
  /** The catalogs above the page with the first page of each, from the top. */
  crumbs: Crumb[]
}

const SITE_NAME = 'Sheaf'
/** Characters of a headline that engines show, and of a name in the path. */
const HEADLINE_MAX = 110
const NAME_MAX = 60
/** The picture of pages without a picture of their own (1200 × 630). */
const CARD = '/card.png'

const shortened = (text: string, most: number) => [...text.toWellFormed()].slice(0, most).join('')
const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const signOf = (address: string) => /visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/i.exec(address)?.[1]?.toLowerCase()

/** Whether any client can fetch a picture of the page. A file of another, closed item cannot be shown in a preview. */
async function isForEverybody(services: Pick<Services, 'store'>, address: string): Promise<boolean> {
  if (/^https?:\/\//i.test(address) && signOf(address) === undefined) return true
  const sign = signOf(address)
  const file = sign ? await bySign(services, sign) : undefined
  return file !== undefined && mayVisitFile({ store: services.store, user: null, session_id: null, grant: undefined }, file)
}

async function imageOf(services: Pick<Services, 'store' | 'config'>, html: string): Promise<string> {
  const { config } = services
  for (const address of firstPictures(html))
    if (await isForEverybody(services, address))
      return address.startsWith('/') ? new URL(config.PUBLIC_URL ?? '').origin + address : address
  return rootOf(config) + CARD
}

/** The head of a listed page. The site has a public address. */
export async function headOfPage(
  services: Pick<Services, 'store' | 'config'>,
  { item, page, html, crumbs }: HeadSource,
): Promise<PageHead> {
  const { config } = services
  const canonical = pageAddress(config, item, page.page_id)
  const description = excerptOf(html, page.page_title)
  const facts = factsOf(textLanguage(`${page.page_title}\n${page.page_content}`))
  const itemUrl = `${canonical.slice(0, canonical.lastIndexOf('/'))}`
  const title = shortened(page.page_title, HEADLINE_MAX)
  const places = [
    { name: item.item_name, address: itemUrl },
    ...crumbs.map(({ name, page_id }) => ({ name, address: `${itemUrl}/${page_id}` })),
    { name: title, address: canonical },
  ]
  return {
    canonical,
    markdown: `${canonical}.md`,
    llms: `${itemUrl}/llms.txt`,
    description,
    locale: facts.region.replace('-', '_'),
    image: await imageOf(services, html),
    title,
    siteName: SITE_NAME,
    modified: page.addtime,
    data: {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'TechArticle',
          headline: title,
          dateModified: isoTime(page.addtime),
          inLanguage: facts.tag,
          url: canonical,
          isPartOf: { '@type': 'CreativeWorkSeries', name: shortened(item.item_name, NAME_MAX), url: itemUrl },
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: places.map(({ name, address }, n) => ({
            '@type': 'ListItem',
            position: n + 1,
            name: shortened(name, NAME_MAX),
            item: address,
          })),
        },
      ],
    },
  }
}

/** The `Link` header of a listed page: its Markdown, and the list for agents. */
export const linkHeader = ({ markdown, llms }: PageHead) =>
  `<${markdown}>; rel="alternate"; type="text/markdown", <${llms}>; rel="llms-txt"; type="text/markdown"`

/** The elements of the head, escaped by `safe`; `data` writes JSON that cannot end its element. */
export function headElements(head: PageHead, safe: (text: string) => string, data: (value: object) => string): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${safe(content)}">\n`
  const property = (name: string, content: string) => `<meta property="${name}" content="${safe(content)}">\n`
  return [
    `<link rel="canonical" href="${safe(head.canonical)}">\n`,
    `<link rel="alternate" type="text/markdown" href="${safe(head.markdown)}">\n`,
    head.description && meta('description', head.description),
    property('og:type', 'article'),
    property('og:title', head.title),
    head.description && property('og:description', head.description),
    property('og:url', head.canonical),
    property('og:site_name', head.siteName),
    property('og:locale', head.locale),
    property('og:image', head.image),
    property('article:modified_time', isoTime(head.modified)),
    meta('twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${data(head.data)}</script>\n`,
  ].join('')
}
