/* Signs that nobody takes for another one when it is read to them. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** A password of some 79 random bits, in groups of four. */
export function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH * 4))
  // Numbers beyond the last whole round would make some signs likelier than others.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % signs.length)).slice(0, LENGTH)
  const text = fair.map((byte) => signs[byte % signs.length]).join('')
  return text.match(/.{1,4}/g)?.join('-') ?? ''
}
