// Builds push/dist/main.js: one file of plain JavaScript, because Node does not strip types inside node_modules. The database drivers
// remain packages and are loaded only when a database of their kind is read.
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { at } from './tools.mjs'

const outDir = process.argv[2] ?? at('push/dist')

rmSync(outDir, { recursive: true, force: true })
await build({
  configFile: false,
  root: at('push'),
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['better-sqlite3', 'mysql2', 'pg'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: { main: at('push/src/main.ts') },
      output: { banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
})
chmodSync(join(outDir, 'main.js'), 0o755)
