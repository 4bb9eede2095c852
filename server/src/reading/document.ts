import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf, type Language } from '@sheaf/contract/languages'
import { headElements, type PageHead } from './head.ts'

/** The Vite manifest: the scripts and styles that each entry needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

export interface Assets {
  script: string
  /** Modules the script imports statically. Preloading lets the browser fetch them in parallel. */
  preload: string[]
  styles: string[]
}

/** The files that every page of the app needs, with the texts of one language; undefined when the web app is not built. */
export function readAssets(folder: string, language: Language): Assets | undefined {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, '.vite', `manifest.${language}.json`), 'utf8')) as Manifest
  } catch {
    return undefined
  }
  const [, entry] = Object.entries(manifest).find(([name]) => name.endsWith('main.tsx')) ?? []
  if (!entry) return undefined
  const seen = new Set<string>()
  const styles = new Set(entry.css)
  const addImports = (names: string[] = []) => {
    for (const name of names) {
      const chunk = manifest[name]
      if (!chunk || seen.has(chunk.file)) continue
      seen.add(chunk.file)
      for (const style of chunk.css ?? []) styles.add(style)
      addImports(chunk.imports)
    }
  }
  addImports(entry.imports)
  return { script: entry.file, preload: [...seen], styles: [...styles] }
}

export interface Feeds {
  title: string
  atom: string
  json: string
}

export interface Document {
  language: Language
  theme: string
  /** The reader's text settings. */
  looks: readonly string[]
  title: string
  /** Search engines can index the page. */
  isListed: boolean
  /** Of a listed page of an item. */
  head: PageHead | undefined
  /** The addresses of the feeds of the item, if the visitor can read them. */
  feeds: Feeds | undefined
  /** Of the home page of a listed site. */
  description: string
  html: string
  boot: object
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** Serializes JSON so that it cannot close its script element. */
const inScript = (value: object) =>
  JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The style sheets of a page. Small ones are inlined, so that the first paint needs no second request. */
export interface Styles {
  html: string
  /** The web font files. Only pages with code need the code font. */
  fonts: { url: string; isCode: boolean }[]
}

const feedElements = ({ title, atom, json }: Feeds) =>
  Object.entries({ 'application/atom+xml': atom, 'application/feed+json': json })
    .map(([type, href]) => `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}">\n`)
    .join('')

/** Shown in a browser without JavaScript, on pages that the server does not render. */
const needsScript: Record<Language, string> = {
  en: 'This page needs JavaScript. Turn it on in your browser and reload.',
  zh: '此页面需要 JavaScript，请在浏览器中启用后重新加载。',
}

/** Builds a whole HTML page. When it contains the article, the app loads after the first paint. */
export function documentOf(
  { language, theme, looks, title, isListed, head, feeds, description, html, boot }: Document,
  assets: Assets,
  base: string,
  styles: Styles,
): string {
  const dataTheme = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  const dataReading = looks.length > 0 ? ` data-reading="${looks.join(' ')}"` : ''
  const main = `${base}/${assets.script}`
  const preloads = assets.preload.map((file) => `${base}/${file}`)
  const eager = `${preloads.map((href) => `<link rel="modulepreload" href="${href}">\n`).join('')}<script type="module" src="${main}"></script>`
  const deferred = `<script src="${base}/start.js" defer data-main="${main}" data-more="${preloads.join(' ')}"></script>`
  // Preloading starts the font requests before the style sheet is parsed. Until then fallback fonts of the same widths are shown.
  const needed = styles.fonts.filter(({ isCode }) => !isCode || /<(?:code|pre)[ >]/.test(html))
  const fonts = needed.map(({ url }) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>\n`).join('')
  return `<!doctype html>
<html lang="${factsOf(language).tag}"${dataTheme}${dataReading}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
${isListed ? '' : '<meta name="robots" content="noindex">\n'}${description && `<meta name="description" content="${escapeHtml(description)}">\n`}${head ? headElements(head, escapeHtml, inScript) : ''}${feeds ? feedElements(feeds) : ''}<link rel="icon" href="${base}/logo.svg" type="image/svg+xml">
${fonts}${styles.html}
${html ? deferred : eager}
</head>
<body>
<div id="root">${html}</div>
${html ? '' : `<noscript>${needsScript[language]}</noscript>\n`}<script type="application/json" id="boot">${inScript(boot)}</script>
</body>
</html>
`
}
