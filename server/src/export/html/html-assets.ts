/*
 * The style sheet and the reader script of an exported folder. The style sheet includes the article styles of the web app. When the
 * server runs from source they are read from web/src; the build copies them next to the server (scripts/build.mjs).
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')
const folder = fileURLToPath(new URL(isSource ? '../../../../web/src/export/offline/' : './offline/export/offline/', import.meta.url))

/** A style sheet with its imports inlined. */
async function withImports(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const parts = text.split(/@import\s+["']([^"']+)["'];\n?/)
  const whole = parts.map((part, n) => (n % 2 ? withImports(join(path, '..', part)) : part))
  return (await Promise.all(whole)).join('')
}

export const offlineStyle = () => withImports(join(folder, 'style.css'))
export const offlineScript = () => readFile(join(folder, 'reader.js'), 'utf8')
