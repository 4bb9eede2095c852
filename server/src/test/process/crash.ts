import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../db/dialect.ts'
import { freshDatabase } from '../product.ts'
import { MIGRATED } from '../ready.ts'
import { nodeEnv } from './node-env.ts'
import { startProcess } from './process.ts'
import { programFile } from './programs.ts'

/** A moment of a program: before or after the last of these steps, once the others have run in order (crash.preload.ts). */
export type Moment = [when: 'before' | 'after', ...steps: RegExp[]]

/** Environment that kills a program with SIGKILL at this moment; with `group`, its whole process group. */
export const crashAt = ([when, ...steps]: Moment, group = false): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('crash.preload.ts', import.meta.url)}`,
  CRASH_AT: JSON.stringify({ when, steps: steps.map(({ source }) => source), group }),
})

/** The databases to test, as for onEachDatabase. */
export const databases = (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')

/** A server with its own database, which a test can kill during its work and restart on the data it left. */
export async function aServerToKill(kind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-kill-'))
  onTestFinished(() => {
    running?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const settings: Record<string, string> = kind === 'postgres' ? { DATABASE_URL: await freshDatabase(MIGRATED) } : {}
  let running: Awaited<ReturnType<typeof startProcess>> | undefined

  async function call(path: string, fields: Record<string, unknown> | FormData) {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields as Record<string, string>)
    const headers = { cookie: running?.cookie ?? '' }
    const reply = await fetch(`http://127.0.0.1:${running?.port}/api/${path}`, { method: 'POST', headers, body })
    // The answer to an upload has no code.
    const { error_code = 0, error_message, data } = await reply.json()
    if (error_code !== 0) throw new Error(error_message)
    return data
  }

  return {
    folder,
    call,
    /** Kills the running process and starts a new one on the same data. With a moment, the new process ends then. */
    async start(moment?: Moment, more: Record<string, string> = {}) {
      running?.child.kill('SIGKILL')
      running = await startProcess(folder, { ...settings, ...more, ...(moment && crashAt(moment)) }, running?.cookie)
    },
    /** Sends a call and expects the server to be killed before it answers. */
    async diesIn(path: string, fields: Record<string, unknown> | FormData) {
      const ended = once(running?.child as object as NodeJS.EventEmitter, 'exit')
      await expect(call(path, fields)).rejects.toThrow(TypeError)
      expect(await ended).toEqual([null, 'SIGKILL'])
    },
    /** Waits until the running process is killed at its moment, in work that no call waits for. */
    async dies() {
      const { child } = running as NonNullable<typeof running>
      if (child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
    },
    /** Starts a process that is killed at the moment in the work of its loops, before or after it can answer. */
    async diesAtWork(moment: Moment, more: Record<string, string> = {}) {
      const started = await this.start(moment, more).catch((error: Error) => error)
      if (started instanceof Error) expect(started.message).toContain('ended with SIGKILL')
      else await this.dies()
    },
    /** Reads from its database. */
    async look<T>(work: (store: Store) => Promise<T>): Promise<T> {
      const store = openStore(settings['DATABASE_URL'] ?? join(folder, 'sheaf.db'))
      return work(store).finally(store.close)
    },
  }
}

/** Runs the command as a process, killed at the moment if given. Returns its exit code and signal. */
export async function runSheaf(args: string[], settings: Record<string, string>, moment?: Moment): Promise<unknown[]> {
  const env = { ...nodeEnv, LANG: 'C', ...settings, ...(moment && crashAt(moment)) }
  return once(spawn(process.execPath, [programFile('sheaf'), ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
}
