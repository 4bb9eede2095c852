// Builds dist/: web (files for browsers, with compressed copies), ssr (server rendering of the reading routes), server (the bundle).
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { languages } from '../contract/src/languages.ts'
import { consoleWorker } from './console-worker.mjs'
import { at } from './tools.mjs'
import { filesIn, zipOf } from './zip.mjs'

/** @fastify/static uses glob only to list files itself, which http/static.ts turns off. Loading it would be a thirtieth of the start. */
const withoutGlob = {
  name: 'without-glob',
  enforce: 'pre',
  resolveId: (id) => (id === 'glob' ? '\0glob' : undefined),
  load: (id) => (id === '\0glob' ? 'export const glob = undefined' : undefined),
}

/**
 * A package below @simplewebauthn/server demands `reflect-metadata` while it loads. In the bundle, modules without exports run where they
 * are imported, which is too late for it.
 */
const withReflect = {
  name: 'with-reflect',
  transform: (code, id) =>
    /\/tsyringe\/dist\/esm5\/index\.js$/.test(id) ? { code: `import 'reflect-metadata'\n${code}`, map: null } : undefined,
}

rmSync(at('dist'), { recursive: true, force: true })
const web = { root: at('web'), configFile: at('web/vite.config.ts'), logLevel: 'warn' }
await build(web)
await build(consoleWorker)
await build({ ...web, build: { ssr: 'src/entry-server.tsx' } })
await build({
  configFile: false,
  root: at('server'),
  logLevel: 'warn',
  plugins: [withoutGlob, withReflect],
  // Native modules, and modules that read files of their package or start threads, remain packages.
  ssr: {
    noExternal: true,
    external: [
      'better-sqlite3',
      '@node-rs/argon2',
      '@node-rs/bcrypt',
      'mysql2',
      '@resvg/resvg-js',
      'piscina',
      'svg-captcha',
      'pg',
      'prom-client',
    ],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: at('dist/server'),
    emptyOutDir: true,
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        main: at('server/src/main.ts'),
        sheaf: at('server/src/sheaf.ts'),
        'checkpoint.worker': at('server/src/db/checkpoint.worker.ts'),
        'lexemes.worker': at('server/src/db/search/lexemes.worker.ts'),
        'body.worker': at('server/src/http/body/body.worker.ts'),
        'render.worker': at('server/src/page/view/render.worker.ts'),
        'servers.worker': at('server/src/source/servers.worker.ts'),
        'plan.worker': at('server/src/import/plan.worker.ts'),
        'parts.worker': at('server/src/source/parts.worker.ts'),
        'compare.worker': at('server/src/source/compare/compare.worker.ts'),
        'schema.worker': at('server/src/source/schema/schema.worker.ts'),
        'instance.worker': at('server/src/source/instance/instance.worker.ts'),
        'out.worker': at('server/src/source/out/out.worker.ts'),
        'archive.worker': at('server/src/export/archive.worker.ts'),
        'diagram.worker': at('server/src/export/word/diagram/diagram.worker.ts'),
        'word.worker': at('server/src/export/word/word.worker.ts'),
        'export-text.worker': at('server/src/export/export-text.worker.ts'),
        'job.worker': at('server/src/showdoc/job/job.worker.ts'),
        'markdown.worker': at('server/src/publish/markdown/markdown.worker.ts'),
        'comparison.worker': at('server/src/suggestion/comparison/comparison.worker.ts'),
        'mock.worker': at('server/src/mock/mock.worker.ts'),
        'place.worker': at('server/src/comment/place/place.worker.ts'),
        'meaning.worker': at('server/src/change/finding/meaning.worker.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
})

// The style sheets, with their imports, and the script of every HTML export (server/src/export/html/html-zip.ts).
cpSync(at('web/src/export/offline'), at('dist/server/offline/export/offline'), {
  recursive: true,
  filter: (path) => !path.endsWith('.test.ts'),
})
cpSync(at('web/src/ui'), at('dist/server/offline/ui'), { recursive: true, filter: (path) => !/\.tsx?$/.test(path) })

// The example item (web/src/items/add/import-state.ts). The folder name becomes the item name.
mkdirSync(at('dist/web/example'))
for (const { manual, exampleName } of Object.values(languages)) {
  writeFileSync(at('dist/web/example', `${manual}.zip`), zipOf(filesIn(at('docs/example', manual), exampleName), 9))
}

/** Brotli takes most of a build, so its results are kept by their content. A build removes those that it did not use. */
const kept = at('node_modules/.cache/sheaf-brotli')
mkdirSync(kept, { recursive: true })
const used = new Set()
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

async function writeCompressed(path) {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, await gzipped(bytes, { level: 9 }))
  const name = `${createHash('sha256').update(bytes).digest('hex')}-${process.versions.brotli}.br`
  const file = join(kept, name)
  const isFirst = !used.has(name)
  used.add(name)
  if (existsSync(file)) return copyFileSync(file, `${path}.br`)
  writeFileSync(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  if (!isFirst) return
  // Renamed when it is whole, so that a build that ends early leaves no part of a file.
  copyFileSync(`${path}.br`, `${file}.${process.pid}`)
  renameSync(`${file}.${process.pid}`, file)
}

const compressible = readdirSync(at('dist/web'), { recursive: true })
  .filter((name) => /\.(js|css|svg)$/.test(name))
  .map((name) => join(at('dist/web'), name))
  .filter((path) => statSync(path).size >= 1024)
// The threads of zlib compress several files at once.
await Promise.all(compressible.map(writeCompressed))
for (const name of readdirSync(kept)) if (!used.has(name)) rmSync(join(kept, name))
