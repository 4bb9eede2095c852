import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `bytes` random bytes in hex; every secret of the product comes from here (S79). */
export const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Compares without telling by its time where the two differ. */
export const sameSecret = (a: string, b: string) => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
