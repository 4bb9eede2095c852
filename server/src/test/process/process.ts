import { spawn } from 'node:child_process'
import { nodeEnv } from './node-env.ts'
import { programFile } from './programs.ts'

/**
 * Starts the server as a process on this data folder. Returns the administrator's cookie: `known`, or that of a new login. The caller
 * must end the process.
 */
export async function startProcess(dataDir: string, settings: Record<string, string> = {}, known?: string) {
  const env = {
    ...nodeEnv,
    PORT: '0',
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'admin-password-1',
    ...settings,
  }
  const child = spawn(process.execPath, [programFile('main')], { env, stdio: 'pipe' })
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
        const found = /127\.0\.0\.1:(\d+)/.exec(output)
        if (found) resolve(Number(found[1]))
      })
    child.once('close', (code, signal) => reject(new Error(`ended with ${signal ?? code} before it answered: ${output}`)))
  })
  if (known) return { child, port, cookie: known }
  const login = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: 'admin-password-1', v_code: '' }),
  })
  return { child, port, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
