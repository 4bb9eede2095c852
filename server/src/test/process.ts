import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { nodeEnv } from './node-env.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The server as a process of its own on this data folder, and the cookie of its administrator. Whoever starts it ends it. */
export async function startProcess(dataDir: string, settings: Record<string, string> = {}) {
  const env = {
    ...nodeEnv,
    PORT: '0',
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'admin-password-1',
    ...settings,
  }
  const child = spawn(process.execPath, [main], { env, stdio: 'pipe' })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const port = await vi.waitFor(() => Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1] ?? expect.fail(said)), { timeout: 45_000 })
  const login = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: 'admin-password-1', v_code: '' }),
  })
  return { child, port, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
