/*
 * The style sheet and the reader script of an exported folder. The style sheet includes the article styles of the web app. When the
 * server runs from source they are read from web/src; the build copies them next to the server (scripts/build.mjs).
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')
const folder = fileURLToPath(new URL(isSource ? '../../../../web/src/export/offline/' : './offline/export/offline/', import.meta.url))

const IMPORT = /@import\s+"([^"]+)"(?:\s+layer\((\w+)\))?;\n?/g

/** A style sheet with its imports inlined, each in its layer. */
async function withImports(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const imports = await Promise.all(
    [...text.matchAll(IMPORT)].map(async ([, file = '', layer]) => {
      const imported = await withImports(join(path, '..', file))
      return layer ? `@layer ${layer} {\n${imported}}\n` : imported
    }),
  )
  return text.replace(IMPORT, () => imports.shift() ?? '')
}

export const offlineStyle = () => withImports(join(folder, 'style.css'))
export const offlineScript = () => readFile(join(folder, 'reader.js'), 'utf8')
