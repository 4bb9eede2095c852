import type { Answer } from '@sheaf/contract/client'

type Creation = Answer<'secondStep', 'beginPasskey'>
type Request = Answer<'user', 'passkeyOptions'>

/** Why the browser gave no passkey. `cancelled` also means that none was found: browsers do not say which. */
type CeremonyProblem = 'cancelled' | 'registered' | 'otherAddress' | 'noPasskey'

export class CeremonyError extends Error {
  readonly problem: CeremonyProblem
  constructor(problem: CeremonyProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Whether this browser has passkeys: only on a page with https, or on localhost. */
export const hasPasskeys = () => typeof PublicKeyCredential === 'function' && Boolean(navigator.credentials?.get)

/** Whether the field of the user name can offer passkeys by itself. */
export const canOfferInField = async () => hasPasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())

/* Browsers older than 2025 lack the JSON forms of WebAuthn. */
const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const descriptors = (list: Request['allowCredentials']) =>
  list.map(({ id, type, transports }) => ({
    id: bytesOf(id),
    type,
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }))

function creationOf(options: Creation): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function')
    return PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  }
}

function requestOf(options: Request): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function')
    return PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return { ...options, challenge: bytesOf(options.challenge), allowCredentials: descriptors(options.allowCredentials) }
}

function jsonOf(credential: PublicKeyCredential): string {
  if (typeof credential.toJSON === 'function') return JSON.stringify(credential.toJSON())
  const { id, type, response } = credential
  const clientDataJSON = textOf(response.clientDataJSON)
  const parts =
    'attestationObject' in response
      ? {
          attestationObject: textOf((response as AuthenticatorAttestationResponse).attestationObject),
          transports: (response as AuthenticatorAttestationResponse).getTransports?.() ?? [],
        }
      : assertionOf(response as AuthenticatorAssertionResponse)
  return JSON.stringify({ id, rawId: id, type, response: { clientDataJSON, ...parts } })
}

const assertionOf = ({ authenticatorData, signature, userHandle }: AuthenticatorAssertionResponse) => ({
  authenticatorData: textOf(authenticatorData),
  signature: textOf(signature),
  ...(userHandle && { userHandle: textOf(userHandle) }),
})

const problems: Record<string, CeremonyProblem> = { InvalidStateError: 'registered', SecurityError: 'otherAddress' }

async function inBrowser(run: () => Promise<Credential | null>): Promise<string> {
  if (!hasPasskeys()) throw new CeremonyError('noPasskey')
  try {
    const credential = await run()
    if (!credential) throw new CeremonyError('cancelled')
    return jsonOf(credential as PublicKeyCredential)
  } catch (error) {
    if (error instanceof CeremonyError) throw error
    throw new CeremonyError(problems[(error as Error).name] ?? 'cancelled')
  }
}

/** Asks the browser to make a passkey; the answer as the server takes it. */
export const makePasskey = (options: Creation) => inBrowser(() => navigator.credentials.create({ publicKey: creationOf(options) }))

/** Asks the browser for a passkey; with `signal` in the field of the user name, until it is aborted. */
export const askPasskey = (options: Request, signal?: AbortSignal) =>
  inBrowser(() => navigator.credentials.get({ publicKey: requestOf(options), ...(signal && { mediation: 'conditional', signal }) }))
