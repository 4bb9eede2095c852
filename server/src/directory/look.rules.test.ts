import { describe, expect, it } from 'vitest'
import { areTooMany, areTooManyToName, isDue } from './look.rules.ts'

const at = (time: string) => Date.parse(time) / 1000

describe('the look into the directory', () => {
  it.each([
    [1, 10, false],
    [1, 9, true],
    [11, 100, true],
    [10, 100, false],
    [20, 1000, false],
    [21, 1000, true],
    [0, 0, false],
  ])('S172: %i of %i accounts', (gone, linked, tooMany) => expect(areTooMany(gone, linked)).toBe(tooMany))

  it('one person alone is named also among few, but not the only one', () => {
    expect([areTooManyToName(1, 2), areTooManyToName(1, 1), areTooManyToName(2, 3)]).toEqual([false, true, true])
  })

  it('is due once after two in the morning of the site, also when the server was off then', () => {
    const zone = { SITE_TZ: 'Asia/Shanghai' }
    const last = at('2026-11-20T02:05:00+08:00')
    expect(isDue(last, at('2026-11-20T23:00:00+08:00'), zone)).toBe(false)
    expect(isDue(last, at('2026-11-21T01:59:00+08:00'), zone)).toBe(false)
    expect(isDue(last, at('2026-11-21T02:00:00+08:00'), zone)).toBe(true)
    expect(isDue(last, at('2026-11-21T11:00:00+08:00'), zone)).toBe(true)
    expect(isDue(0, at('2026-11-21T01:00:00+08:00'), zone)).toBe(true)
  })
})
