import { addressOf } from '../../lib/api.ts'
import { stored } from '../../lib/stored.ts'

/** What the login left for this one call, if the browser keeps anything for us. */
function tokenKept(): string {
  const kept = stored.readJson('userinfo') as { user_token?: unknown } | undefined
  return typeof kept?.user_token === 'string' ? kept.user_token : ''
}

/** Gives the lock back by a beacon: the one request that a closing tab still sends. */
export function releaseLock(page_id: string, item_id: string) {
  const body = new URLSearchParams({ page_id, item_id, lock_to: '1000' })
  const user_token = tokenKept()
  if (user_token) body.set('user_token', user_token)
  navigator.sendBeacon?.(addressOf('page/setLock'), body)
}
