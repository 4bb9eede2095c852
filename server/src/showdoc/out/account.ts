import { isBcrypt } from '../../auth/old-password.ts'

/** In the place of a hash: no password leads to it. */
const LOCKED = '*'

/**
 * Ours cannot be turned into a hash of ShowDoc, nor back into the MD5 that some of them hold inside. The bcrypt of its later versions goes
 * back as it came: 2.9 lets nobody in by it, 3.9 does.
 */
export const passwordOut = (password_hash: string) => (isBcrypt(password_hash) ? password_hash : LOCKED)
