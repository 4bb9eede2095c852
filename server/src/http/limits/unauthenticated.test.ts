import { expect, it } from 'vitest'
import { unauthenticatedLimits } from './unauthenticated.ts'

const MIB = 1024 * 1024
const limits = () => unauthenticatedLimits({ RATE_LIMITS: 'on', NODE_ENV: 'production' })

it('lets a network send 64 MB in a minute without authentication', () => {
  const { begin } = limits()
  for (let n = 0; n < 64; n++) begin('10.0.0.1', MIB).end()
  expect(() => begin('10.0.0.1', 1)).toThrow('tooMany')
  begin('10.0.0.2', MIB)
})

it('does not count bytes of senders that turn out to be authenticated', () => {
  const { begin } = limits()
  for (let n = 0; n < 1000; n++) {
    const admission = begin('10.0.0.1', MIB)
    admission.uncount()
    admission.uncount()
    admission.end()
  }
  begin('10.0.0.1', 64 * MIB)
})

it('limits all networks together to 256 MB in progress', () => {
  const { begin } = limits()
  const admissions = [1, 2, 3, 4].map((n) => begin(`10.0.0.${n}`, 64 * MIB))
  expect(() => begin('10.0.0.5', MIB)).toThrow('tooMany')
  admissions[0]?.end()
  admissions[0]?.end()
  begin('10.0.0.5', 64 * MIB)
  expect(() => begin('10.0.0.6', MIB)).toThrow('tooMany')
})

it('buffers up to four files of a network, 64 MB in total', () => {
  const { reserveBuffer } = limits()
  const releases = [1, 2, 3, 4].map(() => reserveBuffer('10.0.0.1', MIB))
  expect(releases.every(Boolean)).toBe(true)
  expect(reserveBuffer('10.0.0.1', MIB)).toBeUndefined()
  releases[0]?.()
  expect(reserveBuffer('10.0.0.1', 62 * MIB)).toBeUndefined()
  expect(reserveBuffer('10.0.0.1', 61 * MIB)).toBeTypeOf('function')
  expect(reserveBuffer('10.0.0.2', Number.POSITIVE_INFINITY)).toBeUndefined()
})

it('counts the addresses of one IPv6 network together', () => {
  const { begin } = limits()
  for (const address of ['2001:db8:1:2::9', '2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::9%eth0', '2001:db8:1:2::7'])
    begin(address, 16 * MIB).end()
  expect(() => begin('2001:db8:1:2:ffff::', 1)).toThrow('tooMany')
  begin('2001:db8:1:3::9', MIB)
})
