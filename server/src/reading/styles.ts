import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Styles } from './document.ts'

/** Sheets longer than this stay files of their own. */
const INLINE_MAX = 60_000
const FACE = /@font-face\s*\{[^}]*url\([^}]*\}/g

/** Reads the built style sheets once: what goes into every page, and the web fonts apart from it. */
export function readStyles(folder: string, files: string[], base: string): Styles {
  const styles: Styles = { html: '', faces: '', fonts: [] }
  for (const file of files) {
    const text = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
    if (text.length > INLINE_MAX) {
      styles.html += `<link rel="stylesheet" href="${base}/${file}">\n`
      continue
    }
    const sheet = withAddresses(text, `${base}/${file.slice(0, file.lastIndexOf('/'))}`)
    styles.faces += (sheet.match(FACE) ?? []).join('')
    // The app is told which sheet this is (web/src/lib/sheets.ts), or it would bring it again.
    styles.html += `<style data-sheet="${base}/${file}">${sheet.replace(FACE, '')}</style>\n`
  }
  styles.fonts = [...new Set([...styles.faces.matchAll(/url\(["']?([^)"']+)/g)].map(([, url]) => url as string))]
  return styles
}

/** Addresses beside the sheet become addresses of the site, because the sheet stands in a page. */
const withAddresses = (text: string, folder: string) =>
  text.replace(/url\((?!["']?(?:data:|\/|https?:))(["']?)(?:\.\/)?/g, `url($1${folder}/`)
