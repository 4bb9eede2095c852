import * as z from 'zod'

/*
 * What browsers and this server exchange about passkeys: the JSON forms of WebAuthn. Bytes are base64url. Parts that the server does not
 * use are left out when they are read.
 */
export const PASSKEY_NAME_MAX = 60

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

/** An id of a credential has 1,023 bytes at most. */
const credential = { id: base64url(1364).min(1), rawId: base64url(1364), type: z.literal('public-key') }

/** The answer of a new passkey: navigator.credentials.create. */
export const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(12_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type Attestation = z.output<typeof Attestation>

/** The answer of a known passkey: navigator.credentials.get. */
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(3000),
    userHandle: base64url(100).nullish(),
  }),
})
export type Assertion = z.output<typeof Assertion>

const Descriptor = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()).optional() })
const verification = z.enum(['required', 'preferred'])

export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: verification,
  }),
})
export type CreationOptions = z.output<typeof CreationOptions>

export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: verification,
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.output<typeof RequestOptions>
