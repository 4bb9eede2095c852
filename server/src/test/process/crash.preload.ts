/*
 * Only tests preload this file into a program (crash.ts). It ends the program with SIGKILL before or after one of its steps. A step has
 * an effect that outlives the process: a database statement or a file system change. A kill between two steps leaves the same state as
 * a kill at the next one, so these moments are complete (docs/decisions/0052).
 */
import fs from 'node:fs'
import { createRequire, flushCompileCache, syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { when, steps, group } = JSON.parse(process.env['CRASH_AT'] as string) as {
  when: 'before' | 'after'
  steps: string[]
  group: boolean
}
const awaited = steps.map((step) => new RegExp(step))

function end<Given>(given: Given) {
  // The next process starts faster with the compile cache.
  flushCompileCache()
  process.kill(group ? 0 : process.pid, 'SIGKILL')
  return given
}

/** The connection of the last step, if it was a statement of a database with several connections. */
let connection: unknown

const endsTransaction = (text: string) => /^(?:commit|rollback)$/.test(text)

/** The end of the transaction on another connection than that of the step before is not the awaited one. */
const isOfAnother = (text: string, client: unknown) => connection !== undefined && client !== connection && endsTransaction(text)

function around<T>(text: string, client: unknown, work: () => T): T {
  if (!awaited[0]?.test(text) || isOfAnother(text, client)) return work()
  awaited.shift()
  connection = client
  if (awaited.length > 0) return work()
  if (when === 'before') end(undefined)
  const done = work()
  return done instanceof Promise ? (done.then(end) as T) : end(done)
}

type Method = (this: unknown, ...given: unknown[]) => unknown

/** A statement of SQLite and a file change have no connection of their own. */
const clientOf = (self: unknown) => (self && typeof self === 'object' && 'processID' in self ? self : undefined)

/** Wraps methods so that each call is a step. `textOf` describes the step for matching. */
function watch(owner: object, names: string[], textOf: (name: string, self: unknown, given: unknown[]) => string) {
  const methods = owner as Record<string, Method>
  for (const name of names) {
    const real = methods[name] as Method
    methods[name] = function (...given) {
      return around(textOf(name, this, given), clientOf(this), () => real.apply(this, given))
    }
  }
}

function watchAll() {
  const require = createRequire(import.meta.url)
  const SqliteDatabase: typeof import('better-sqlite3') = require('better-sqlite3')
  const statement = Object.getPrototypeOf(new SqliteDatabase(':memory:').prepare('select 1'))
  watch(statement, ['all', 'get', 'iterate', 'run'], (_, self) => (self as import('better-sqlite3').Statement).source)
  if (process.env['DATABASE_URL']) {
    const { Client }: typeof import('pg') = require('pg')
    watch(Client.prototype, ['query'], (_, __, [query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
  }
  const changes = ['copyFile', 'mkdir', 'rename', 'rm', 'writeFile']
  const inWords = (name: string, _: unknown, given: unknown[]) => [name, ...given.filter((one) => typeof one === 'string')].join(' ')
  const syncChanges = changes.map((name) => `${name}Sync`)
  watch(fs.promises, changes, inWords)
  watch(fs, syncChanges, inWords)
  syncBuiltinESMExports()
}

// Worker threads only read and compute. All writes happen in the main thread.
if (isMainThread) watchAll()
