import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@sheaf/contract/client'
import { freshDatabase, Refused } from '../product.ts'
import { startProcess } from './process.ts'

const COUNT = 3

/** A client that sends each request to the process with the given number, with one cookie, as behind a load balancer. */
export interface ClusterClient {
  at: (n: number) => Client
  headers: Record<string, string>
}

/** Starts three servers as on three machines. They share one database, one key and one folder of files. */
export async function startSeveral() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-several-'))
  const database = await freshDatabase()
  mkdirSync(join(folder, 'files'))
  const start = (n: number, more: Record<string, string> = {}) => {
    const own = join(folder, `machine-${n}`)
    mkdirSync(own, { recursive: true })
    symlinkSync(join(folder, 'files'), join(own, 'files'))
    return startProcess(own, {
      DATABASE_URL: database,
      SECRET_KEY: 'one key for all three servers here',
      TEST_CAPTCHA: 'abc12',
      SITE_TZ: 'UTC',
      ...more,
    })
  }
  // All start concurrently, as in a new cluster. One of them creates the tables and the administrator.
  const all = await Promise.all(Array.from({ length: COUNT }, (_, n) => start(n)))
  const url = (n: number) => `http://127.0.0.1:${all[n % COUNT]?.port}`

  function visitor(): ClusterClient {
    const headers: Record<string, string> = { 'accept-language': 'en-US' }
    const clients = all.map((_, n) =>
      createClient(async (path, fields) => {
        const given = Object.entries(fields).filter(([, value]) => value !== undefined) as [string, string][]
        const answer = await fetch(`${url(n)}/api/${path}`, { method: 'POST', headers, body: new URLSearchParams(given) })
        const cookie = answer.headers.getSetCookie().at(-1)
        if (cookie) headers['cookie'] = cookie.split(';')[0] as string
        const { error_code, error_message, data } = (await answer.json()) as { error_code: number; error_message: string; data: unknown }
        if (error_code !== 0) throw new Refused(error_code, error_message, data)
        return data
      }),
    )
    return { at: (n) => clients[n % COUNT] as Client, headers }
  }

  const admin = visitor()
  admin.headers['cookie'] = all[0]?.cookie ?? ''
  return {
    url,
    database,
    visitor,
    admin,
    kill: (n: number) => all[n]?.child.kill('SIGKILL'),
    /** Starts another server whose clock is `seconds` ahead, and returns its address. */
    async startLater(seconds: number) {
      const one = await start(all.length, { APP_NOW: String(Math.floor(Date.now() / 1000) + seconds) })
      all.push(one)
      return `http://127.0.0.1:${one.port}`
    },
    stop() {
      for (const { child } of all) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
