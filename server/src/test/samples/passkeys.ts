/** Answers of authenticators in their right form, for challenges that no session awaits. */
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const id = base64url('an id of sixteen bytes or more')
const clientDataJSON = base64url(JSON.stringify({ type: 'webauthn.get', challenge: 'none', origin: 'http://localhost' }))

export const unknownAssertion = {
  id,
  rawId: id,
  type: 'public-key' as const,
  response: { clientDataJSON, authenticatorData: base64url('data'), signature: base64url('signature'), userHandle: base64url('handle') },
}

export const unknownAttestation = {
  id,
  rawId: id,
  type: 'public-key' as const,
  response: { clientDataJSON, attestationObject: base64url('object'), transports: ['internal'] },
}
