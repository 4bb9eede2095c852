import { hash } from 'node:crypto'

/** The sum of hashes, so that the order in which they come does not matter. */
export class Sum {
  private readonly words = new Uint32Array(8)

  add(sha256: string) {
    const one = Buffer.from(sha256, 'hex')
    let carry = 0
    for (let n = 0; n < 8; n++) {
      const word = (this.words[n] as number) + one.readUInt32LE(n * 4) + carry
      this.words[n] = word
      carry = word > 0xffffffff ? 1 : 0
    }
  }

  get hex() {
    return Buffer.from(this.words.buffer).toString('hex')
  }
}

export const sha256 = (text: string) => hash('sha256', text)
