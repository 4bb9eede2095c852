import { hash } from 'node:crypto'

/** How many rows, and which: the sum of their hashes, so that the order in which a database gives them does not matter. */
export class Digest {
  rows = 0
  private readonly sum = new Uint32Array(8)

  add(line: string) {
    const one = hash('sha256', line, 'buffer')
    let carry = 0
    for (let n = 0; n < 8; n++) {
      const word = (this.sum[n] as number) + one.readUInt32LE(n * 4) + carry
      this.sum[n] = word
      carry = word > 0xffffffff ? 1 : 0
    }
    this.rows++
  }

  get hash() {
    return Buffer.from(this.sum.buffer).toString('hex')
  }

  get told(): TableDigest {
    return { rows: this.rows, hash: this.hash }
  }
}

export interface TableDigest {
  rows: number
  hash: string
}

export const isSame = (a: TableDigest | undefined, b: TableDigest | undefined) => a?.rows === b?.rows && a?.hash === b?.hash
