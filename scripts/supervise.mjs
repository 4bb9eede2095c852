// Runs the server. When the server exits with SWITCH, this process starts the requested version on a private port first. If that version
// starts and responds, it is kept; otherwise the previous version and its database are restored.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { isComplete, programOf, readState, restore, writeState } from './releases.mjs'
import { flags, mallocEnv, node, root } from './tools.mjs'

/** SWITCH_EXIT_CODE of server/src/runtime/config.ts. */
const SWITCH = 75
/** Long, because the migration of a large database takes minutes. */
const START_TIMEOUT_MS = Number(process.env.SHEAF_TRIAL_SECONDS ?? 900) * 1000
const HEALTH_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 25_000

let child
let isEnding = false

const start = (version, env, stdio) =>
  spawn(node, [...flags, programOf('main.js', version)], {
    cwd: root,
    stdio: ['inherit', ...stdio, 'ipc'],
    env: { ...mallocEnv, ...process.env, SHEAF_STARTER: root, ...env },
  })

const ended = (server) => new Promise((resolve) => server.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))))

/** Runs until the server exits without requesting another version; resolves to the exit code. */
export async function supervise() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isEnding = true
      child?.kill(signal)
    })
  for (;;) {
    await settle()
    if (isEnding) return 0
    child = start(undefined, {}, ['inherit', 'inherit'])
    const code = await ended(child)
    if (code !== SWITCH || isEnding) return code === SWITCH ? 0 : code
  }
}

/** Commits or rolls back a pending update. It is tried at most twice, because a kill can interrupt the first attempt. */
async function settle() {
  const { trial, ...state } = readState()
  if (!trial) return
  let problem = trial.problem
  if (!problem && trial.attempts >= 2) problem = 'it was stopped twice while it started'
  if (!problem) {
    writeState({ ...state, trial: { ...trial, attempts: trial.attempts + 1 } })
    console.log(`Trying version ${trial.version} ...`)
    problem = isComplete(trial.version) ? await tryOut(trial.version) : 'it is incomplete'
    if (isEnding) return
    if (!problem) {
      console.log(`Version ${trial.version} starts and responds.`)
      return writeState({ current: trial.version })
    }
  }
  console.error(`Version ${trial.version} did not start: ${problem}. The previous version is started again.`)
  writeState({ ...state, trial: { ...trial, problem } })
  restore(trial)
  writeState({ ...state, failed: { version: trial.version, problem } })
}

/** Resolves to the problem of this version, or undefined. It listens on a random local port, so no user writes data that a rollback loses. */
async function tryOut(version) {
  child = start(version, { HOST: '127.0.0.1', PORT: '0', SHEAF_TRIAL: '1' }, ['pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = (output + text).slice(-4000)
    })
  const exited = ended(child)
  const ready = new Promise((resolve) => child.once('message', ({ ready }) => resolve({ ready })))
  const timer = new AbortController()
  const timeout = wait(START_TIMEOUT_MS, {}, { signal: timer.signal }).catch(() => ({}))
  const first = await Promise.race([ready, timeout, exited.then((code) => ({ code }))])
  timer.abort()
  const problem = await problemOf(first)
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(force)
  if (problem && output) console.error(output)
  return problem && [problem, output.trim().split('\n').at(-1)?.slice(0, 200)].filter(Boolean).join(': ')
}

async function problemOf({ ready, code }) {
  if (code !== undefined) return `it ended with ${code}`
  if (ready === undefined) return `it was not ready within ${START_TIMEOUT_MS / 1000} seconds`
  const response = await fetch(ready, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).catch((error) => error)
  return response.ok ? undefined : `/healthz: ${response.status ?? response.cause?.code ?? response.name}`
}
