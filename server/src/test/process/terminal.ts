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

/** Runs a command as on a terminal and returns its output. `typed` answers its prompt. */
export async function command(args: string[], env: Env, { typed, language = 'en' }: { typed?: string; language?: Language } = {}) {
  const [output, bytes] = [{ out: '', err: '' }, new PassThrough()]
  const written = buffer(bytes)
  const code = await run(args, {
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
    bytes,
    isTerminal: false,
    prompt: async () => typed,
    env,
    language,
  })
  bytes.end()
  return { code, ...output, bytes: await written }
}

/** The settings that direct a command to this server. */
export const settingsOf = ({ server, folder }: Product): Env => ({
  DATA_DIR: folder,
  ...(server.services.config.DATABASE_URL ? { DATABASE_URL: server.services.config.DATABASE_URL } : {}),
})

export const folder = () => mkdtempSync(join(tmpdir(), 'sheaf-cli-'))

/** Settings for an empty data folder and an empty database. */
export const anEmptyPlace = async (kind: string): Promise<Env> => ({
  DATA_DIR: folder(),
  ...(kind === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
})

/** Opens a server on the data of these settings. The caller must close it. */
export async function serverOn(env: Env) {
  const settings = { NODE_ENV: 'test', TEST_CAPTCHA: 'abc12', LOG_LEVEL: 'silent', SITE_TZ: 'UTC', ...env }
  const server = await makeServer(readConfig(settings), fakeDist(join(folder(), 'dist')))
  await server.app.ready()
  const send: Product['send'] = (request) => server.app.inject({ method: 'GET', ...request } as never) as never
  return { server, send, visitor: () => person(send), close: server.close }
}
