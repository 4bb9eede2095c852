import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@sheaf/contract'

const NPM_TIMEOUT_MS = 10 * 60_000
/** What npm needs of the environment: the way to the registry, and none of our secrets. */
const HANDED = /^(PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|(npm_config_|https?_proxy$|no_proxy$).*|SystemRoot|APPDATA|USERPROFILE)$/i

/**
 * A release that needs the packages of the installation finds them there. One that needs others gets its own, each checked against
 * the hash in its lock file, which the signature vouches for; no script of theirs is run.
 */
export async function installPackages(root: string, folder: string): Promise<void> {
  const [ours, theirs] = await Promise.all([root, folder].map((at) => readFile(join(at, 'package-lock.json'), 'utf8').catch(() => '')))
  if (ours === theirs) return
  const { code, said } = await npm(folder)
  if (code !== 0) throw new Refusal('updatePackages', { problem: said.trim().split('\n').at(-1)?.slice(0, 200) || `npm: ${code}` })
  for (const name of ['@sheaf', 'node', '.bin']) await rm(join(folder, 'node_modules', name), { recursive: true, force: true })
}

function npm(cwd: string): Promise<{ code: number | null; said: string }> {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--workspace', '@sheaf/server', '--no-fund', '--no-audit', '--loglevel=error']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => HANDED.test(name)))
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: NPM_TIMEOUT_MS,
      shell: process.platform === 'win32',
    })
    let said = ''
    child.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-4000)
    })
    child.on('error', (error) => resolve({ code: 1, said: error.message }))
    child.on('close', (code) => resolve({ code, said }))
  })
}
