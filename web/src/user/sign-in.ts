import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { safeRedirect } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { setAccount } from '../session/session.ts'

/** After a refusal the next try waits this long. */
const RETRY_DELAY_MS = 500

/** Where somebody who is logged in goes from here. */
export function useDestination() {
  const [query] = useSearchParams()
  const asked = query.get('redirect')
  return { asked: asked ?? undefined, destination: safeRedirect(asked) }
}

/** Sends a form that ends in a session: tells the error, holds the next try back for a moment, remembers who is here. */
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
      // Only the beacon of the editor's unload reads it: that request cannot carry anything but a body.
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
