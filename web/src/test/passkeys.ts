import type { Answer } from '@sheaf/contract/client'
import { vi } from 'vitest'

/* A browser with passkeys, which jsdom is not. */
type Asked = { mediation?: string; signal?: AbortSignal; publicKey: Record<string, unknown> }

interface Given {
  create?: () => unknown
  get?: (asked: Asked) => unknown
  /** The field of a user name can offer passkeys by itself. */
  inField?: boolean
}

const answerOf = (response: Record<string, string>) => ({ toJSON: () => ({ id: 'aWQ', rawId: 'aWQ', type: 'public-key', response }) })
export const made = answerOf({ clientDataJSON: 'Y2xpZW50', attestationObject: 'b2JqZWN0' })
export const found = answerOf({ clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2ln' })
/** What a browser throws when the person cancels, and when there is no passkey. */
export const cancelled = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'))

/** Replaces the passkeys of the browser; returns what it was asked for. */
export function browserWithPasskeys({ create = () => made, get = () => found, inField = false }: Given = {}) {
  const asked: Asked[] = []
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isConditionalMediationAvailable: async () => inField,
      parseCreationOptionsFromJSON: (options: unknown) => options,
      parseRequestOptionsFromJSON: (options: unknown) => options,
    }),
  )
  const run = (answer: (one: Asked) => unknown) => async (one: Asked) => {
    asked.push(one)
    return answer(one)
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: run(create), get: run(get) } })
  return asked
}

export const requestOptions: Answer<'user', 'passkeyOptions'> = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

export const creationOptions: Answer<'secondStep', 'beginPasskey'> = {
  rp: { id: 'localhost', name: 'Sheaf' },
  user: { id: 'aGFuZGxl', name: 'emma', displayName: 'Emma' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
}
