import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { base32, codeAt, digitsIn, recoveryCode, recoveryIn, shownCode, stepAt, stepOfCode } from './totp.rules.ts'

const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

describe('codes of an authenticator app', () => {
  const secret = Buffer.from('12345678901234567890')

  it('S157: are those of RFC 6238', () => {
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const times = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
    expect(times.map((time) => codeAt(secret, stepAt(time)))).toEqual(['287082', '081804', '050471', '005924', '279037', '353130'])
  })

  it.skipIf(!hasOathtool)('are those of oathtool, for any secret and time (needs oathtool)', () => {
    for (let n = 0; n < 20; n++) {
      const random = randomBytes(20)
      const time = randomBytes(4).readUInt32BE()
      const { stdout } = spawnSync('oathtool', ['--totp', '-b', base32(random), '--now', `@${time}`], { encoding: 'utf8' })
      expect([time, codeAt(random, stepAt(time))]).toEqual([time, stdout.trim()])
    }
  })

  it('S157: belong to a step of at most thirty seconds before or after', () => {
    const now = 1234567890
    const steps = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, codeAt(secret, stepAt(now) + away), now))
    expect(steps).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined])
    expect(stepOfCode(secret, `${codeAt(secret, stepAt(now))}0`, now)).toBe(undefined)
  })

  it('are read with full-width digits and spaces, and nothing else is read as one', () => {
    expect(['２８７ ０８２', '287-082', ' 287082 '].map(digitsIn)).toEqual(['287082', '287082', '287082'])
    expect(['28708', '2870822', '28708a', '', '٢٨٧٠٨٢'].map(digitsIn)).toEqual(Array(5).fill(undefined))
  })
})

it('S160: recovery codes are read in any case, with and without hyphens, and with letters that look like digits', () => {
  const code = recoveryCode(Buffer.from([0, 1, 10, 17, 18, 31, 32, 63, 20, 9]))
  expect([code, shownCode(code)]).toEqual(['01AHJZ0ZM9', '01AHJ-Z0ZM9'])
  expect(['01ahj-z0zm9', 'OLAHJ Z0ZM9', 'oiahjzozm9', '０1AHJZ0ZM9'].map(recoveryIn)).toEqual(Array(4).fill(code))
  expect(['01AHJ-Z0ZM', '01AHJ-Z0ZM99', 'U1AHJ-Z0ZM9', ''].map(recoveryIn)).toEqual(Array(4).fill(undefined))
})
