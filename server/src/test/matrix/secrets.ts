import { randomHex } from '../../auth/secrets.ts'

/** What a private text is about: the item, the catalog of those with a scope, the rest of the item, keys, a team, a notice, the recycle bin. */
export type Secret = 'item' | 'own' | 'rest' | 'key' | 'team' | 'note' | 'bin'
export const canary = (about: Secret) => `CNRY${about}x${randomHex(6)}`
/** What an answer gives away. */
export const secretsIn = (text: string) => [...new Set([...text.matchAll(/CNRY([a-z]+)x/gi)].map(([, about]) => about as Secret))]
