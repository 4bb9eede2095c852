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
 * The first administrator: from the environment, or from whoever holds the one-time secret that the first start prints (S04). The
 * secret lies beside the data so that a restart prints the same link; it is gone once an administrator exists. Several servers on one PostgreSQL print the same link
 * as well, because it follows from the key that they share.
 */
const secretFile = ({ config }: Services) => join(config.DATA_DIR, 'setup-secret')

function readSecret(house: Services): string | undefined {
  if (house.store.kind === 'postgres') return createHmac('sha256', keyOf(house)).update('set-up link').digest('hex').slice(0, 48)
  try {
    return readFileSync(secretFile(house), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** The rules of names and passwords hold for the operator's choice as well; a bad one stops the start with one clear line. */
function mustBeFit(username: string, password: string) {
  try {
    mustBeUsername(username)
    mustBeGoodPassword(password)
  } catch (error) {
    if (error instanceof Refusal)
      throw new Error(`ADMIN_USERNAME and ADMIN_PASSWORD cannot be used. ${errorMessage(error.error, 'en', error.fill)}.`)
    throw error
  }
}

/** Makes the administrator of the environment if there is none, else answers the secret of the set-up link. */
export async function prepareSetup(house: Services): Promise<string | undefined> {
  const { config, store, now } = house
  if (await hasAdministrator(house)) {
    forgetSetup(house)
    return undefined
  }
  if (config.ADMIN_USERNAME && config.ADMIN_PASSWORD) {
    mustBeFit(config.ADMIN_USERNAME, config.ADMIN_PASSWORD)
    await insertUser(store.db, {
      username: config.ADMIN_USERNAME,
      password_hash: await hashPassword(config.ADMIN_PASSWORD),
      groupid: 1,
      reg_time: now(),
    })
    return undefined
  }
  const known = readSecret(house)
  if (known) return known
  const secret = randomHex(24)
  writeFileSync(secretFile(house), `${secret}\n`, { mode: 0o600 })
  return secret
}

export const isSetupSecret = (house: Services, given: string) => {
  const secret = readSecret(house)
  return secret !== undefined && given !== '' && sameSecret(secret, given)
}

export const forgetSetup = (house: Services) => rmSync(secretFile(house), { force: true })
