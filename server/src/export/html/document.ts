import type { Language } from '@sheaf/contract'
import { factsOf, type InLanguages, inLanguage } from '@sheaf/contract/languages'

const en = {
  search: 'Search',
  contents: 'Contents',
  theme: 'Light or dark',
  previous: 'Previous',
  next: 'Next',
  none: 'Nothing found',
  found: '{n} found',
  more: 'The first {n} of {all}',
  reading: 'Reading the pages…',
  copied: 'Copied',
  exported: 'As of {date}',
  empty: 'There are no pages here yet.',
  picture: 'Picture on another site',
  file: 'File on another site',
}

const zh: typeof en = {
  search: '搜索',
  contents: '目录',
  theme: '切换深浅色',
  previous: '上一篇',
  next: '下一篇',
  none: '没有找到相关内容',
  found: '找到 {n} 个页面',
  more: '共 {all} 个，显示前 {n} 个',
  reading: '正在读取页面…',
  copied: '已复制',
  exported: '内容截至 {date}',
  empty: '这里还没有页面。',
  picture: '其他网站的图片',
  file: '其他网站的文件',
}

export const htmlWords: InLanguages<typeof en> = { en, zh }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML content and attributes. */
export const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Decodes the entities that our sanitiser writes; other entities stay as they are. */
export const decodeEntities = (html: string) =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, digits?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The text of an article on one line, for the search index. Each formula is included once; buttons are not. */
export const wordsOf = (html: string) =>
  decodeEntities(
    html
      .replace(
        /<a class="anc"[\s\S]*?<\/a>|<button\b[\s\S]*?<\/button>|<annotation\b[\s\S]*?<\/annotation>|<span class="katex-html"[\s\S]*?<\/math>/g,
        ' ',
      )
      .replace(/<\/(?:p|div|li|t[dhr]|h[1-6]|pre|dt|dd|blockquote|figcaption|summary)>|<br\b[^>]*>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()

/** Blocks every request to other sites. `file:` allows the folder itself when it is opened without a server. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; media-src 'self' file:; base-uri 'none'; form-action 'none'"

interface Frame {
  title: string
  item_name: string
  language: Language
  /** Relative path from the document to the root of the folder: '' or '../'. */
  root: string
  /** The page in the document, 0 for the contents. */
  page_id: number
  main: string
}

/** A complete HTML document of the folder, readable without scripts. */
export function documentOf({ title, item_name, language, root, page_id, main }: Frame): string {
  const t = inLanguage(htmlWords, language)
  return `<!doctype html>
<html lang="${factsOf(language).tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${safe(title === item_name ? title : `${title} - ${item_name}`)}</title>
<link rel="stylesheet" href="${root}sheaf/style.css">
<script src="${root}sheaf/reader.js"></script>
<script src="${root}sheaf/tree.js" defer></script>
</head>
<body data-root="${root}" data-page="${page_id}">
<header class="top">
<button type="button" class="menu" aria-label="${t.contents}" aria-expanded="false" aria-controls="side" hidden>☰</button>
<a class="name" href="${root}index.html">${safe(item_name)}</a>
<input type="search" class="seek" placeholder="${t.search}" aria-label="${t.search}" autocomplete="off" hidden>
<button type="button" class="theme" aria-label="${t.theme}" title="${t.theme}" hidden>◐</button>
</header>
<div class="found" role="region" aria-live="polite" aria-label="${t.search}" hidden></div>
<nav id="side" aria-label="${t.contents}" hidden></nav>
<main>
${main}
</main>
</body>
</html>
`
}

interface SiblingPage {
  page_id: number
  title: string
}

interface PageView {
  page_id: number
  title: string
  /** Titles of the catalogs above the page, outermost first. */
  ancestors: string[]
  previous: SiblingPage | undefined
  next: SiblingPage | undefined
}

/** Whether the article already begins with its title as a level 1 heading. */
const startsWithTitle = (html: string, title: string) => {
  const [, first = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? []
  return first.replace(/<a class="anc"[\s\S]*?<\/a>|<[^>]*>/g, '').trim() === safe(title).trim()
}

/** The HTML document of a page. */
export function pageDocument(
  { page_id, title, ancestors, previous, next }: PageView,
  article: string,
  item_name: string,
  language: Language,
): string {
  const t = inLanguage(htmlWords, language)
  const crumbs = ancestors.length ? `<p class="way">${ancestors.map(safe).join(' / ')}</p>\n` : ''
  const head = startsWithTitle(article, title) ? '' : `<h1 class="title">${safe(title)}</h1>\n`
  const link = (side: string, words: string, to: SiblingPage | undefined) =>
    to ? `<a class="${side}" href="${to.page_id}.html"><small>${words}</small>${safe(to.title)}</a>` : '<span></span>'
  const siblings =
    previous || next ? `\n<nav class="sibling">${link('previous', t.previous, previous)}${link('next', t.next, next)}</nav>` : ''
  const main = `${crumbs}<article class="art">${head}${article}</article>${siblings}`
  return documentOf({ title, item_name, language, root: '../', page_id, main })
}
