import { createPublicKey, type KeyObject } from 'node:crypto'

/** An Ed25519 key from one line of base64 (DER, SPKI); undefined when it is something else. */
export function publicKeyOf(line: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(line, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
