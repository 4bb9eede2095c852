import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiError } from '../lib/api.ts'
import { safeRedirect } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { setAccount } from '../session/session.ts'
import { reportZone } from '../session/zone.ts'
import { useSend } from '../ui/send.ts'

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
  const [isPaused, setPaused] = useState(false)
  const signIn = async (fields: Fields) => {
    const { user_token, ...account } = await send(fields)
    // Only the beacon on unload of the editor reads this: a beacon has no headers, only a body.
    stored.write('userinfo', JSON.stringify({ uid: account.uid, username: account.username, user_token }))
    queries.clear()
    setAccount(account)
    void reportZone()
  }
  const entering = useSend(signIn, {
    onFailed: (refusal) => {
      onRefused(refusal)
      setPaused(true)
      setTimeout(() => setPaused(false), RETRY_DELAY_MS)
    },
  })
  const busy = entering.busy || entering.isDone || isPaused
  return { enter: (fields: Fields) => void (busy || entering.send(fields)), busy, error: entering.error, forget: entering.reset }
}
