import { addressOf } from '../lib/api.ts'

/** What the login left for this one call, if the browser keeps anything for us. */
function tokenKept(): string {
  try {
    const kept = JSON.parse(localStorage.getItem('userinfo') ?? 'null') as { user_token?: unknown } | null
    return typeof kept?.user_token === 'string' ? kept.user_token : ''
  } catch {
    return ''
  }
}

/** Gives the lock back by a beacon: the one request that a closing tab still sends. */
export function releaseLock(page_id: string, item_id: string) {
  const body = new URLSearchParams({ page_id, item_id, lock_to: '1000' })
  const user_token = tokenKept()
  if (user_token) body.set('user_token', user_token)
  navigator.sendBeacon?.(addressOf('page/setLock'), body)
}
