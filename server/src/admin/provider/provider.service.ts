import { PROVIDERS_MAX, Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { lockTable } from '../../db/lock-table.ts'
import type { Db } from '../../db/schema.ts'
import { hasLocalAdministrator } from '../../user/outside/identity.store.ts'

/** Before a provider changes through which people sign in: an administrator must be able to sign in without one. */
export async function mustKeepWayIn(db: Db) {
  if (!(await hasLocalAdministrator(db))) throw new Refusal('lastWayIn')
}

/** The first statement of a transaction that adds a provider. */
export async function mustBeRoom({ store }: Pick<Services, 'store'>, db: Db) {
  await lockTable(store, db, 'provider')
  const { count } = await db
    .selectFrom('provider')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= PROVIDERS_MAX) throw new Refusal('providersFull', { count: String(PROVIDERS_MAX) })
}
