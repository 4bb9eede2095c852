import type { Language } from '@sheaf/contract'

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

export const htmlWords: Record<Language, typeof en> = { en, zh }

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands between tags and in attributes. */
export const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text of an attribute or between tags, as it is meant; our sanitiser writes few entities. */
export const decodeEntities = (html: string) =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, digits?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The words of an article on one line, for the search; formulas once, buttons not. */
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

/** Nothing comes from elsewhere, whatever stands in a page; `file:` is the folder itself where it is opened without a server. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; media-src 'self' file:; base-uri 'none'; form-action 'none'"

interface Frame {
  title: string
  item_name: string
  language: Language
  /** From the document to the folder: '' or '../'. */
  root: string
  /** The page it shows, 0 for the contents. */
  page_id: number
  main: string
}

/** A document of the folder; without scripts it is read all the same. */
export function documentOf({ title, item_name, language, root, page_id, main }: Frame): string {
  const t = htmlWords[language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
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
  /** The catalogs above it. */
  way: string[]
  previous: SiblingPage | undefined
  next: SiblingPage | undefined
}

const startsWith = (html: string, title: string) => {
  const [, first = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? []
  return first.replace(/<a class="anc"[\s\S]*?<\/a>|<[^>]*>/g, '').trim() === safe(title).trim()
}

/** A page of the item in its document. */
export function pageDocument(
  { page_id, title, way, previous, next }: PageView,
  article: string,
  item_name: string,
  language: Language,
): string {
  const t = htmlWords[language]
  const crumbs = way.length ? `<p class="way">${way.map(safe).join(' / ')}</p>\n` : ''
  const head = startsWith(article, title) ? '' : `<h1 class="title">${safe(title)}</h1>\n`
  const link = (side: string, words: string, to: SiblingPage | undefined) =>
    to ? `<a class="${side}" href="${to.page_id}.html"><small>${words}</small>${safe(to.title)}</a>` : '<span></span>'
  const beside =
    previous || next ? `\n<nav class="beside">${link('previous', t.previous, previous)}${link('next', t.next, next)}</nav>` : ''
  const main = `${crumbs}<article class="art">${head}${article}</article>${beside}`
  return documentOf({ title, item_name, language, root: '../', page_id, main })
}
