import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/*
 * Other programs that show a description of an API in a browser. They are no packages of this repository; PEERS is a folder of npm that
 * has them:
 *   npm install --ignore-scripts --prefix FOLDER @scalar/api-reference redoc@2.5 && PEERS=FOLDER npm run bench -- reference
 * Redoc 3 is measured too if its package is unpacked as node_modules/redoc3 there (npm pack redoc@3).
 */
interface Known {
  name: string
  folder: string
  /** The file of its scripts, and what a page does with it, as its own manual says. */
  script: string
  page: (script: string, description: string) => string
}

const tag = (script: string, more = '') => `<script${more} src="${script}"></script>`
const redoc = (more: string) => (script: string, description: string) => `<redoc spec-url="${description}"></redoc>${tag(script, more)}`

const known: Known[] = [
  {
    ...{ name: 'Scalar', folder: '@scalar/api-reference', script: 'dist/browser/standalone.js' },
    // Its fonts and its counting of visits are on the internet.
    page: (script, url) =>
      `<div id="app"></div>${tag(script)}<script>Scalar.createApiReference('#app', ${JSON.stringify({ url, withDefaultFonts: false, telemetry: false })})</script>`,
  },
  { name: 'Redoc', folder: 'redoc', script: 'bundles/redoc.standalone.js', page: redoc('') },
  { name: 'Redoc', folder: 'redoc3', script: 'bundles/redoc.standalone.js', page: redoc(' type="module"') },
]

export interface Peers {
  list: { name: string; url: string }[]
  close: () => Promise<void>
}

/** Serves the description and a page of each peer in the folder, compressed and ready in memory, so that only the browser works. */
export async function servePeers(folder: string, description: string): Promise<Peers> {
  const files = new Map<string, { type: string; bytes: Buffer }>()
  const add = (path: string, type: string, text: string | Buffer) => files.set(path, { type, bytes: gzipSync(text, { level: 6 }) })
  add('/openapi.json', 'application/json', description)
  const list: Peers['list'] = []
  for (const { name, folder: place, script, page } of known) {
    const at = join(folder, 'node_modules', place)
    if (!existsSync(join(at, script))) continue
    const { version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as { version: string }
    const path = `/${list.length}`
    add(`${path}.js`, 'text/javascript', readFileSync(join(at, script)))
    const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title></head>'
    add(path, 'text/html; charset=utf-8', `${head}<body>${page(`${path}.js`, '/openapi.json')}</body></html>`)
    list.push({ name: `${name} ${version}`, url: path })
  }
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip', 'content-length': file.bytes.length })
      .end(file.bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    list: list.map(({ name, url }) => ({ name, url: `http://127.0.0.1:${port}${url}` })),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
