import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Styles } from './document.ts'

/** Sheets longer than this stay files of their own. */
const INLINE_MAX = 60_000
const FACE = /@font-face\s*\{[^}]*url\([^}]*\}/g

/** Reads the built style sheets once: what goes into every page, and which web fonts it will ask for. */
export function readStyles(folder: string, files: string[], base: string): Styles {
  const styles: Styles = { html: '', fonts: [] }
  for (const file of files) {
    const text = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
    if (text.length > INLINE_MAX) {
      styles.html += `<link rel="stylesheet" href="${base}/${file}">\n`
      continue
    }
    const sheet = withAddresses(text, `${base}/${file.slice(0, file.lastIndexOf('/'))}`)
    for (const [face] of sheet.matchAll(FACE)) {
      const [, url = ''] = /url\(["']?([^)"']+)/.exec(face) ?? []
      if (!styles.fonts.some((one) => one.url === url)) styles.fonts.push({ url, isCode: /font-family:[^;}]*Mono/.test(face) })
    }
    // The app is told which sheet this is (web/src/lib/sheets.ts), or it would bring it again.
    styles.html += `<style data-sheet="${base}/${file}">${sheet}</style>\n`
  }
  return styles
}

/** Addresses beside the sheet become addresses of the site, because the sheet stands in a page. */
const withAddresses = (text: string, folder: string) =>
  text.replace(/url\((?!["']?(?:data:|\/|https?:))(["']?)(?:\.\/)?/g, `url($1${folder}/`)
