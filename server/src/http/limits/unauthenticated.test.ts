import { expect, it } from 'vitest'
import { networkPrefix, unauthenticatedLimits } from './unauthenticated.ts'

const MIB = 1024 * 1024
const door = () => unauthenticatedLimits({ RATE_LIMITS: 'on', NODE_ENV: 'production' })

it('lets a network send 64 MB in a minute before it is known who sends them', () => {
  const { begin } = door()
  for (let n = 0; n < 64; n++) begin('10.0.0.1', MIB).end()
  expect(() => begin('10.0.0.1', 1)).toThrow('tooMany')
  begin('10.0.0.2', MIB)
})

it('counts nothing of senders who turn out to be known', () => {
  const { begin } = door()
  for (let n = 0; n < 1000; n++) {
    const stay = begin('10.0.0.1', MIB)
    stay.welcome()
    stay.welcome()
    stay.end()
  }
  begin('10.0.0.1', 64 * MIB)
})

it('lets all networks together have 256 MB under way', () => {
  const { begin } = door()
  const stays = [1, 2, 3, 4].map((n) => begin(`10.0.0.${n}`, 64 * MIB))
  expect(() => begin('10.0.0.5', MIB)).toThrow('tooMany')
  stays[0]?.end()
  stays[0]?.end()
  begin('10.0.0.5', 64 * MIB)
  expect(() => begin('10.0.0.6', MIB)).toThrow('tooMany')
})

it('sets four files of a network aside, of 64 MB together', () => {
  const { setAside } = door()
  const leave = [1, 2, 3, 4].map(() => setAside('10.0.0.1', MIB))
  expect(leave.every(Boolean)).toBe(true)
  expect(setAside('10.0.0.1', MIB)).toBeUndefined()
  leave[0]?.()
  expect(setAside('10.0.0.1', 62 * MIB)).toBeUndefined()
  expect(setAside('10.0.0.1', 61 * MIB)).toBeTypeOf('function')
  expect(setAside('10.0.0.2', Number.POSITIVE_INFINITY)).toBeUndefined()
})

it('knows the network of an address of either version', () => {
  expect(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:db8::9', '::1'].map(networkPrefix)).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    '2001:db8:1:2',
    '2001:db8:1:2',
    '2001:db8:0:0',
    '0:0:0:0',
  ])
})
