import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, read } from '../../lib/api.ts'
import { useConfirmed } from './confirmed.tsx'

interface OwnProof {
  /** Whether the form has a field for the password. */
  hasField: boolean
  /** Runs the call; an account without a password confirms that it is them when the server asks for it. */
  confirmed: <Out>(run: () => Promise<Out>) => Promise<Out>
  /** Belongs next to the form or dialog, not into it. */
  dialog: ReactNode
}

/**
 * How a form that needs the own password gets its proof: by a field, or, for an account without a password, which signs in at a provider or
 * by the directory, by the dialog that confirms the session (W48). `isNeeded`: the present fields need the proof.
 */
export function useOwnProof(isNeeded = true): OwnProof {
  const { data } = useQuery({ ...read(api.secondStep.info, {}), enabled: isNeeded })
  const [confirmed, dialog] = useConfirmed()
  return { hasField: isNeeded && (data?.has_password ?? true), confirmed, dialog }
}
