import { codeAt, stepAt } from '../second-step/totp.rules.ts'
import type { Product, TestUser } from './product.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret as an app reads them. */
export function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A code of the app that was not used yet: makes the account forget the last step, since a test cannot wait for the next one. */
export async function freshCode({ server: { services } }: Product, who: TestUser, secret: Buffer): Promise<string> {
  await services.store.db.updateTable('second_step').set({ last_step: 0 }).where('uid', '=', Number(who.uid)).execute()
  return codeAt(secret, stepAt(services.now()))
}

/** Sets up the authenticator app of an account, as its person does; `confirmed` in a session that is confirmed already. */
export async function enrol(product: Product, who: TestUser, password: string | 'confirmed' = who.password) {
  if (password !== 'confirmed') await who.api.user.confirm({ password, code: '' })
  const begun = await who.api.secondStep.beginTotp({})
  const secret = bytesOf(begun.secret)
  const { codes } = await who.api.secondStep.addTotp({ code: codeAt(secret, stepAt(product.server.services.now())), end_others: '0' })
  return { secret, codes }
}
