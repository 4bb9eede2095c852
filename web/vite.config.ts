import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fortuneSheet } from './vite-fortune-sheet.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 4999}`

/** What every screen begins with comes in one script: by itself it would be split into seven more, by which screens share what. */
const start = { name: 'start', tags: ['$initial' as const], test: (id: string) => !id.endsWith('.css') }

/** The browser's half; with --ssr src/entry-server.tsx the half the server uses to write the reading routes. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), fortuneSheet()],
  base: './',
  build: {
    outDir: isSsrBuild ? '../dist/ssr' : '../dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    // Where light-dark() and CSS nesting work natively.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    cssCodeSplit: true,
    reportCompressedSize: false,
    // The grid of a spreadsheet and the diagrams are large and come when they are needed; whoever starts the product need not hear of it.
    chunkSizeWarningLimit: 3000,
    rollupOptions: isSsrBuild ? {} : { input: 'src/main.tsx', output: { codeSplitting: { groups: [start] } } },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': server, '/server': server, '/mock-': server, '/manual': server, '/healthz': server } },
}))
