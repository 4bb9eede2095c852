import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@sheaf/contract'

/** What Vite says of the built files: which scripts and styles an entry needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

export interface Assets {
  script: string
  /** Modules the script imports at once; told in advance so that they come side by side. */
  preload: string[]
  styles: string[]
}

/** The files every page of the app needs; undefined when the web app is not built. */
export function readAssets(folder: string): Assets | undefined {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return undefined
  }
  const [, entry] = Object.entries(manifest).find(([name]) => name.endsWith('main.tsx')) ?? []
  if (!entry) return undefined
  const seen = new Set<string>()
  const styles = new Set(entry.css)
  const follow = (names: string[] = []) => {
    for (const name of names) {
      const one = manifest[name]
      if (!one || seen.has(one.file)) continue
      seen.add(one.file)
      for (const style of one.css ?? []) styles.add(style)
      follow(one.imports)
    }
  }
  follow(entry.imports)
  return { script: entry.file, preload: [...seen], styles: [...styles] }
}

export interface Document {
  language: Language
  theme: string
  /** What the reader has chosen for the text. */
  looks: readonly string[]
  title: string
  /** Search engines may keep it. */
  isPublic: boolean
  html: string
  boot: object
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** JSON that cannot end its script element. */
const inScript = (value: object) =>
  JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The style sheets as they stand in a page: small ones in the text itself, so that the first text needs no second trip. */
export interface Styles {
  html: string
  /** The files of our web fonts; that of code is needed where there is some. */
  fonts: { url: string; isCode: boolean }[]
}

/** A whole HTML page. Where the text is there already, the app comes after it has been painted. */
export function documentOf(
  { language, theme, looks, title, isPublic, html, boot }: Document,
  assets: Assets,
  base: string,
  styles: Styles,
): string {
  const dataTheme = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  const dataReading = looks.length > 0 ? ` data-reading="${looks.join(' ')}"` : ''
  const main = `${base}/${assets.script}`
  const more = assets.preload.map((file) => `${base}/${file}`)
  const atOnce = `${more.map((href) => `<link rel="modulepreload" href="${href}">\n`).join('')}<script type="module" src="${main}"></script>`
  const late = `<script src="${base}/start.js" defer data-main="${main}" data-more="${more.join(' ')}"></script>`
  // Told before the sheet that names them, the fonts come with the text; until then stand-ins of the same widths are shown.
  const needed = styles.fonts.filter(({ isCode }) => !isCode || /<(?:code|pre)[ >]/.test(html))
  const fonts = needed.map(({ url }) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>\n`).join('')
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"${dataTheme}${dataReading}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
${isPublic ? '' : '<meta name="robots" content="noindex">\n'}<link rel="icon" href="${base}/logo.svg" type="image/svg+xml">
${fonts}${styles.html}
${html ? late : atOnce}
</head>
<body>
<div id="root">${html}</div>
<script type="application/json" id="boot">${inScript(boot)}</script>
</body>
</html>
`
}
