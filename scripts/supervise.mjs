// Runs the server, and when it ends with SWITCH the version it asked for: tried out first where nobody can reach it, and taken only if
// it starts and answers. If it does not, the version before and its database are back.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { isWhole, programOf, readState, restore, writeState } from './releases.mjs'
import { flags, node, root, small } from './tools.mjs'

/** server/src/runtime/starter.ts */
const SWITCH = 75
/** A large database takes its time to get a new form. */
const STARTS = Number(process.env.SHEAF_TRIAL_SECONDS ?? 900) * 1000
const ANSWERS = 30_000
const ENDS = 25_000

let child
let isEnding = false

const start = (version, env, stdio) =>
  spawn(node, [...flags, programOf('main.js', version)], {
    cwd: root,
    stdio: ['inherit', ...stdio, 'ipc'],
    env: { ...small, ...process.env, SHEAF_STARTER: root, ...env },
  })

const ended = (one) => new Promise((resolve) => one.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))))

/** Until the server ends of itself. */
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

/** An update that was begun is tried twice at most, because a kill may have come in between; then it is taken or taken back. */
async function settle() {
  const { trial, ...state } = readState()
  if (!trial) return
  let problem = trial.problem
  if (!problem && trial.attempts >= 2) problem = 'it was ended twice while it started'
  if (!problem) {
    writeState({ ...state, trial: { ...trial, attempts: trial.attempts + 1 } })
    console.log(`Trying version ${trial.version} ...`)
    problem = isWhole(trial.version) ? await tryOut(trial.version) : 'it is not whole'
    if (isEnding) return
    if (!problem) {
      console.log(`Version ${trial.version} starts and answers.`)
      return writeState({ current: trial.version })
    }
  }
  console.error(`Version ${trial.version} did not start: ${problem}. The version before it is started again.`)
  writeState({ ...state, trial: { ...trial, problem } })
  restore(trial)
  writeState({ ...state, failed: { version: trial.version, problem } })
}

/** What is wrong with it, or undefined. It listens on a port that nobody knows, so nobody writes what might be taken back. */
async function tryOut(version) {
  child = start(version, { HOST: '127.0.0.1', PORT: '0', SHEAF_TRIAL: '1' }, ['pipe', 'pipe'])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = (said + text).slice(-4000)
    })
  const over = ended(child)
  const ready = new Promise((resolve) => child.once('message', ({ ready }) => resolve({ ready })))
  const clock = new AbortController()
  const late = wait(STARTS, {}, { signal: clock.signal }).catch(() => ({}))
  const first = await Promise.race([ready, late, over.then((code) => ({ code }))])
  clock.abort()
  const problem = await judge(first)
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), ENDS)
  await over
  clearTimeout(force)
  if (problem && said) console.error(said)
  return problem && [problem, said.trim().split('\n').at(-1)?.slice(0, 200)].filter(Boolean).join(': ')
}

async function judge({ ready, code }) {
  if (code !== undefined) return `it ended with ${code}`
  if (ready === undefined) return `it was not ready within ${STARTS / 1000} seconds`
  const answer = await fetch(ready, { signal: AbortSignal.timeout(ANSWERS) }).catch((error) => error)
  return answer.ok ? undefined : `/healthz: ${answer.status ?? answer.cause?.code ?? answer.name}`
}
