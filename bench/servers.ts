import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const PORT = Number(process.env['PORT'] ?? 4897)

export interface BenchServer {
  url: string
  pid: number
  /** Its data folder. */
  folder: string
  /** Milliseconds from the start of the process to the first answer. */
  startMs: number
  /** Deletes the data folder as well, unless 'kept' is passed to reuse it. */
  stop: (kept?: 'kept') => Promise<void>
}

/** Starts the built server like scripts/supervise.mjs, without rate limits; by default on an empty data folder, and of this version. */
export async function startServer(
  folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-')),
  settings: Record<string, string> = {},
  version = root,
): Promise<BenchServer> {
  const env = {
    PATH: process.env['PATH'],
    PORT: String(PORT),
    MALLOC_ARENA_MAX: '2',
    DATA_DIR: folder,
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'admin-password-1',
    ...settings,
  }
  const url = `http://127.0.0.1:${env.PORT}`
  const answers = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  // Another server on this port would be measured in place of the new one.
  if (await answers()) throw new Error(`Another server runs on port ${env.PORT}`)
  const started = performance.now()
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=8', join(version, 'dist/server/main.js')], {
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The server on port ${env.PORT} ended before its first answer`)
    await new Promise((again) => setTimeout(again, 5))
  }
  const startMs = performance.now() - started
  return {
    url,
    pid: child.pid as number,
    folder,
    startMs,
    async stop(kept) {
      child.kill('SIGTERM')
      await ended
      if (!kept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a minimal server that sends these bytes for every request, in a separate process like ours. */
export async function startMinimalServer(
  body: Buffer,
  headers: Record<string, string>,
): Promise<{ url: string; pid: number; stop: () => void }> {
  const port = PORT + 1
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare.ts'), String(port), body.toString('base64'), JSON.stringify(headers)],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(url).then(
      (response) => response.ok,
      () => false,
    ))
  )
    await new Promise((again) => setTimeout(again, 5))
  return { url, pid: child.pid as number, stop: () => void child.kill() }
}

/** The server that bench/bare.ts runs. */
export function serveBytes(port: number, body: Buffer, headers: Record<string, string>) {
  createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200, { ...headers, 'content-length': body.length }).end(body))
  }).listen(port, '127.0.0.1')
}

/** Milliseconds of a clock tick in /proc. */
const TICK = 10

/** CPU time of a process and its threads so far, in ms. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Resident memory of a process in MB, shared libraries included. */
export const residentMb = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** CPU time in ms of a process and its child processes; PostgreSQL starts one for each connection. */
export const processTreeCpuMs = (pid: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((one) => one === pid || (one > 0 && parentOf(one) === pid))
    .reduce((sum, one) => sum + cpuMs(one), 0)

function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

/** Proportional memory (PSS) of a process in MB: shared pages count in part. */
export const memoryMb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
