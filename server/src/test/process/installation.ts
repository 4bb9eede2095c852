import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { nodeEnv } from './node-env.ts'
import { programFile } from './programs.ts'

const repo = fileURLToPath(new URL('../../../..', import.meta.url))
const scripts = ['start.mjs', 'supervise.mjs', 'releases.mjs', 'tools.mjs', 'sign-update.mjs', 'update-package.mjs', 'zip.mjs']

/** A substitute for a built server: the one of this repository, which prints the version it was started as. */
export const theServer = (version: string) => `console.log('This is ${version}.')\nawait import('${programFile('main')}')\n`

/** Creates an installation without sources: the scripts, the packages, and `main` as its built server. */
export function anInstallation(root: string, version: string, main = theServer(version)) {
  mkdirSync(join(root, 'scripts'), { recursive: true })
  mkdirSync(join(root, 'dist', 'server'), { recursive: true })
  for (const name of scripts) cpSync(join(repo, 'scripts', name), join(root, 'scripts', name))
  symlinkSync(join(repo, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version, type: 'module' }))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  utimesSync(join(root, 'package-lock.json'), 1, 1)
  writeFileSync(join(root, 'dist', 'server', 'main.js'), main)
}

/** Signs the update package as an operator does, with a new key. `key` is UPDATE_PUBLIC_KEY. */
export function signInto(root: string, out: string, keyFile: string) {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'scripts', 'sign-update.mjs'), ...args], { encoding: 'utf8' })
  const key = /^UPDATE_PUBLIC_KEY=(.+)$/m.exec(run('new-key', keyFile))?.[1] ?? expect.fail('no key')
  return { key, output: run(keyFile, out), latest: JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')) }
}

export async function aPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs `npm start` in the installation, in a new process group. */
export function startThere(root: string, dataDir: string, port: number, settings: Record<string, string> = {}) {
  const env = {
    ...nodeEnv,
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    TEST_CAPTCHA: 'abc12',
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'admin-password-1',
    UPDATE: 'on',
    ...settings,
  }
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: 'pipe', detached: true })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output.text += text
    })
  const over = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output, over }
}

/** Kills the whole process group, as a power failure would. */
export function killAll({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

export const untilItAnswers = (port: number, output: { text: string }) =>
  vi.waitFor(
    async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
      if (!reply?.ok) expect.fail(output.text)
    },
    { interval: 100 },
  )
