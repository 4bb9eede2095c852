import { randomHex } from '../../auth/secrets.ts'

/** The subject of a secret text: the item, the scoped catalog, the rest of the item, keys, a team, a notice, the recycle bin. */
export type Secret = 'item' | 'own' | 'rest' | 'key' | 'team' | 'note' | 'bin'
export const canary = (about: Secret) => `CNRY${about}x${randomHex(6)}`
/** The secrets that an answer reveals. */
export const secretsIn = (text: string) => [...new Set([...text.matchAll(/CNRY([a-z]+)x/gi)].map(([, about]) => about as Secret))]
