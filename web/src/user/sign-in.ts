import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { safeRedirect } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { setAccount } from '../session/session.ts'

/** Pause before the next attempt after a refusal. */
const RETRY_DELAY_MS = 500

/** Where a signed-in user goes from here; `redirect` is the unchecked value from the address. */
export function useDestination() {
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  return { redirect: redirect ?? undefined, destination: safeRedirect(redirect) }
}

/** Sends a form that creates a session. Returns the error, delays the next attempt and stores the account. */
export function useSignIn<Fields>(send: (fields: Fields) => Promise<Answer<'user', 'login'>>, onRefused: (error: ApiError) => void) {
  const queries = useQueryClient()
  const held = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  const enter = async (fields: Fields) => {
    if (held.current) return
    held.current = true
    setBusy(true)
    try {
      const { user_token, ...account } = await send(fields)
      // Only the beacon on unload of the editor reads this: a beacon has no headers, only a body.
      stored.write('userinfo', JSON.stringify({ uid: account.uid, username: account.username, user_token }))
      queries.clear()
      setAccount(account)
    } catch (problem) {
      const refusal = problem instanceof ApiError ? problem : new ApiError(0, (problem as Error).message)
      setError(refusal)
      onRefused(refusal)
      setTimeout(() => {
        held.current = false
        setBusy(false)
      }, RETRY_DELAY_MS)
    }
  }
  return { enter, busy, error, forget: () => setError(null) }
}
