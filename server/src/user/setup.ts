import { createHmac } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage, Refusal } from '@sheaf/contract'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { keyOf, randomHex, sameSecret } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import { mustBeUsername } from './user.rules.ts'
import { hasAdministrator, insertUser } from './user.store.ts'

/*
 * The first administrator is created from the environment, or with the one-time secret that the first start prints (S04). The secret is
 * stored in the data folder, so that a restart prints the same link; it is deleted once an administrator exists. Several servers on one
 * PostgreSQL print the same link, because they derive the secret from their shared key.
 */
const secretFile = ({ config }: Services) => join(config.DATA_DIR, 'setup-secret')

function readSecret(services: Services): string | undefined {
  if (services.store.kind === 'postgres') return createHmac('sha256', keyOf(services)).update('set-up link').digest('hex').slice(0, 48)
  try {
    return readFileSync(secretFile(services), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Applies the rules for names and passwords to the environment; an invalid value stops the start with one clear line. */
function mustBeValid(username: string, password: string) {
  try {
    mustBeUsername(username)
    mustBeGoodPassword(password)
  } catch (error) {
    if (error instanceof Refusal)
      throw new Error(`ADMIN_USERNAME and ADMIN_PASSWORD cannot be used. ${errorMessage(error.error, 'en', error.fill)}.`)
    throw error
  }
}

/** Creates the administrator from the environment if there is none, or returns the secret of the set-up link. */
export async function prepareSetup(services: Services): Promise<string | undefined> {
  const { config, store, now } = services
  if (await hasAdministrator(services)) {
    deleteSetupSecret(services)
    return undefined
  }
  if (config.ADMIN_USERNAME && config.ADMIN_PASSWORD) {
    mustBeValid(config.ADMIN_USERNAME, config.ADMIN_PASSWORD)
    await insertUser(store.db, {
      username: config.ADMIN_USERNAME,
      password_hash: await hashPassword(config.ADMIN_PASSWORD),
      groupid: 1,
      reg_time: now(),
    })
    return undefined
  }
  const known = readSecret(services)
  if (known) return known
  const secret = randomHex(24)
  writeFileSync(secretFile(services), `${secret}\n`, { mode: 0o600 })
  return secret
}

export const isSetupSecret = (services: Services, given: string) => {
  const secret = readSecret(services)
  return secret !== undefined && given !== '' && sameSecret(secret, given)
}

export const deleteSetupSecret = (services: Services) => rmSync(secretFile(services), { force: true })
