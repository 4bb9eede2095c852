import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ApiError, isError } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths, safeRedirect } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { mustEnrol, setAccount, setEnrolling } from '../session/session.ts'
import { reportZone } from '../session/zone.ts'
import { useSend } from '../ui/send.ts'

/** Pause before the next attempt after a refusal. */
const RETRY_DELAY_MS = 500

/** Where a signed-in user goes from here; `redirect` is the unchecked value from the address. */
export function useDestination() {
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  return { redirect: redirect ?? undefined, destination: mustEnrol() ? paths.security(redirect ?? undefined) : safeRedirect(redirect) }
}

/**
 * Sends a form that creates a session. Returns the error, delays the next attempt and stores the account. An account with a second
 * step continues on the screen for it.
 */
export function useSignIn<Fields>(send: (fields: Fields) => Promise<Answer<'user', 'login'>>, onRefused: (error: ApiError) => void) {
  const queries = useQueryClient()
  const go = useNavigate()
  const { redirect } = useDestination()
  const [isPaused, setPaused] = useState(false)
  const signIn = async (fields: Fields) => {
    const { user_token, must_enrol, ...account } = await send(fields)
    setEnrolling(must_enrol === '1')
    // Only the beacon on unload of the editor reads this: a beacon has no headers, only a body.
    stored.write('userinfo', JSON.stringify({ uid: account.uid, username: account.username, user_token }))
    queries.clear()
    setAccount(account)
    if (must_enrol !== '1') void reportZone()
  }
  const entering = useSend(signIn, {
    onFailed: (refusal) => {
      if (isError(refusal, 'secondStepNeeded'))
        return go(paths.secondStep(redirect, refusal.data as { trust_days: string; methods: string[] } | null))
      onRefused(refusal)
      setPaused(true)
      setTimeout(() => setPaused(false), RETRY_DELAY_MS)
    },
  })
  const busy = entering.busy || entering.isDone || isPaused
  return { enter: (fields: Fields) => void (busy || entering.send(fields)), busy, error: entering.error, forget: entering.reset }
}
