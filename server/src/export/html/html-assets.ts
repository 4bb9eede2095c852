import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * The style sheet and the script that every folder carries: those of the web app's articles, and a small reader. From source they are
 * read where they are written; the build lays them beside the server (scripts/build.mjs).
 */
const isSource = import.meta.url.endsWith('.ts')
const folder = fileURLToPath(new URL(isSource ? '../../../../web/src/export/offline/' : './offline/export/offline/', import.meta.url))

/** A style sheet with those it imports in their places. */
async function withImports(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const parts = text.split(/@import\s+["']([^"']+)["'];\n?/)
  const whole = parts.map((part, n) => (n % 2 ? withImports(join(path, '..', part)) : part))
  return (await Promise.all(whole)).join('')
}

export const offlineStyle = () => withImports(join(folder, 'style.css'))
export const offlineScript = () => readFile(join(folder, 'reader.js'), 'utf8')
