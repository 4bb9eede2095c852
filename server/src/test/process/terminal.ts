import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Language } from '@sheaf/contract'
import { run } from '../../cli/run.ts'
import { readConfig } from '../../runtime/config.ts'
import { makeServer } from '../../server.ts'
import { freshDatabase, type Product, person } from '../product.ts'
import { fakeDist } from '../samples/dist.ts'

type Env = Record<string, string>

/** What somebody at a terminal sees of one command; `typed` is what they type when they are asked. */
export async function command(args: string[], env: Env, { typed, language = 'en' }: { typed?: string; language?: Language } = {}) {
  const [said, bytes] = [{ out: '', err: '' }, new PassThrough()]
  const written = buffer(bytes)
  const code = await run(args, {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    bytes,
    isTerminal: false,
    ask: async () => typed,
    env,
    language,
  })
  bytes.end()
  return { code, ...said, bytes: await written }
}

/** The settings with which a command is for this server. */
export const settingsOf = ({ server: { house }, folder }: Product): Env => ({
  DATA_DIR: folder,
  ...(house.config.DATABASE_URL ? { DATABASE_URL: house.config.DATABASE_URL } : {}),
})

export const folder = () => mkdtempSync(join(tmpdir(), 'sheaf-cli-'))

/** Settings of a place where nothing is yet. */
export const anEmptyPlace = async (kind: string): Promise<Env> => ({
  DATA_DIR: folder(),
  ...(kind === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
})

/** A server on what lies there; whoever opens it closes it. */
export async function serverOn(env: Env) {
  const settings = { NODE_ENV: 'test', TEST_CAPTCHA: 'abc12', LOG_LEVEL: 'silent', SITE_TZ: 'UTC', ...env }
  const server = await makeServer(readConfig(settings), fakeDist(join(folder(), 'dist')))
  await server.app.ready()
  const send: Product['send'] = (request) => server.app.inject({ method: 'GET', ...request } as never) as never
  return { server, send, visitor: () => person(send), close: server.close }
}
