import { at } from './tools.mjs'

/** The build of the script that sends the requests of readers; the server answers it with a policy of its own (server/src/console). */
export const consoleWorker = {
  configFile: false,
  root: at('web'),
  logLevel: 'warn',
  build: {
    outDir: at('dist/console'),
    emptyOutDir: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: at('web/src/console/request/request.worker.ts'),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
}
