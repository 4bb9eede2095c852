import type { Language } from '@sheaf/contract'
import { safe } from './html-text.ts'
import { htmlWords } from './html-words.ts'

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

export interface PageView {
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
