import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const files = {
  'web/.vite/manifest.en.json': JSON.stringify({ 'src/main.tsx': { file: 'assets/main.js' } }),
  'web/.vite/manifest.zh.json': JSON.stringify({ 'src/main.tsx': { file: 'assets/main.js' } }),
  'web/assets/main.js': 'console.log("app")',
  'web/assets/main.js.map': '{}',
  'console/worker.js': 'onmessage = () => {}',
  'web/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'ssr/entry-server.js': `export const renderScreen = async (path, { seed }) => seed.map(([, , answer]) => answer.html ?? '').join('')`,
  'package.json': JSON.stringify({ type: 'module' }),
}

/** Writes a minimal build of the web app, which renders a page as its bare HTML. */
export function fakeDist(folder: string) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
