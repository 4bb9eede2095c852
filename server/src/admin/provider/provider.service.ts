import { PROVIDERS_MAX, Refusal } from '@sheaf/contract'
import type { Db } from '../../db/schema.ts'
import { hasLocalAdministrator } from '../../user/outside/identity.store.ts'

/** Before a provider changes through which people sign in: an administrator must be able to sign in without one. */
export async function mustKeepWayIn(db: Db) {
  if (!(await hasLocalAdministrator(db))) throw new Refusal('lastWayIn')
}

export async function mustBeRoom(db: Db) {
  const { count } = await db
    .selectFrom('provider')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= PROVIDERS_MAX) throw new Refusal('providersFull', { count: String(PROVIDERS_MAX) })
}
