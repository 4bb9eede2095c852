import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fortuneSheet } from './vite-fortune-sheet.ts'
import { wordsPlugin } from './vite-words.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 4999}`

/** Puts the code that every screen needs into one script; by default the bundler splits it into seven more by shared use. */
const start = { name: 'start', tags: ['$initial' as const], test: (id: string) => !id.endsWith('.css') }

/** Builds the browser application; with --ssr src/entry-server.tsx, the module that renders the reading routes on the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), fortuneSheet(), wordsPlugin({ perLanguage: command === 'build' && !isSsrBuild })],
  base: './',
  // Also applies to the workers.
  resolve: { alias: isSsrBuild ? [] : [{ find: /^postcss$/, replacement: join(import.meta.dirname, 'vite-postcss-stub.ts') }] },
  build: {
    outDir: isSsrBuild ? '../dist/ssr' : '../dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    // The first versions with native light-dark() and CSS nesting.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    cssCodeSplit: true,
    reportCompressedSize: false,
    // The spreadsheet grid and the diagrams are large, but load on demand; the build needs no warning about them.
    chunkSizeWarningLimit: 3000,
    rollupOptions: isSsrBuild ? {} : { input: 'src/main.tsx', output: { codeSplitting: { groups: [start] } } },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': server, '/server': server, '/mock-': server, '/manual': server, '/console': server, '/healthz': server } },
}))
