import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nodeEnv } from '../server/src/test/process/node-env.ts'

export const root = resolve(import.meta.dirname, '..')

export const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'admin-password-1' }

/** A running server of the built product. */
export interface RunningServer {
  url: string
  /** Its data folder. */
  folder: string
  /**
   * Resolves to everything it has printed, as soon as that matches the pattern. Printed text arrives later than the message that the
   * server is ready. Rejects when the server ends first.
   */
  printed: (pattern: RegExp) => Promise<string>
  /** Stops the server, deletes its data folder and resolves to its exit code. */
  stop: () => Promise<number | null>
}

/** Starts the built product on an empty data folder, as an operator does. */
export async function startProduct(settings: Record<string, string> = ADMIN): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-e2e-'))
  let output = ''
  const printing = new EventEmitter()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    // The server takes a free port and reports it, because a port chosen here could be taken before the server starts.
    env: { ...nodeEnv, PORT: '0', DATA_DIR: folder, NODE_ENV: 'test', TEST_CAPTCHA: 'abc12', SITE_TZ: 'UTC', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text
      printing.emit('text')
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = once(child, 'message').then(([message]) => (message as { ready: string }).ready)
  const health = await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`the server ended with ${code}\n${output}`)))])
  return {
    url: health.replace(/\/healthz$/, ''),
    folder,
    async printed(pattern) {
      while (!pattern.test(output)) {
        const more = await Promise.race([once(printing, 'text').then(() => true), ended.then(() => false)])
        if (!more) throw new Error(`the server ended and never printed ${pattern}\n${output}`)
      }
      return output
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}
