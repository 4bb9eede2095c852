import { expect, it } from 'vitest'
import { digestsToCome, isDigestDue, isSoonDue, lastDigestTime, type Times } from './schedule.rules.ts'

const at = (text: string) => Date.parse(text) / 1000
const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time * 1000).toISOString().slice(0, 16))
const times = (change: Partial<Times> = {}): Times => ({
  zone: 'Europe/Berlin',
  quiet: { from: 0, to: 0, days: [] },
  digest_hour: 8,
  digest_day: 1,
  ...change,
})

/** The digests of a person with news at every minute, as the server looks every quarter of an hour. */
function sentBetween(from: string, to: string, timesAt: (now: number) => Times, kind: 'daily' | 'weekly' = 'daily') {
  const found: string[] = []
  let sent = at(from)
  for (let now = at(from); now < at(to); now += 900) {
    if (isDigestDue(kind, timesAt(now), { first: sent - 60 }, sent, now) === undefined) continue
    sent = now
    found.push(iso(now) ?? '')
  }
  return found
}

it('a digest comes once a day at the hour of the person, across daylight saving both ways', () => {
  expect(sentBetween('2026-03-27T12:00Z', '2026-03-31T12:00Z', () => times())).toEqual([
    '2026-03-28T07:00',
    '2026-03-29T06:00',
    '2026-03-30T06:00',
    '2026-03-31T06:00',
  ])
  expect(sentBetween('2026-10-23T12:00Z', '2026-10-27T12:00Z', () => times())).toEqual([
    '2026-10-24T06:00',
    '2026-10-25T07:00',
    '2026-10-26T07:00',
    '2026-10-27T07:00',
  ])
})

it('an hour that a day does not have, or has twice, has one digest', () => {
  // 29 March has no 02:00, 25 October has it at 00:00 and 01:00 UTC.
  expect(sentBetween('2026-03-28T12:00Z', '2026-03-30T12:00Z', () => times({ digest_hour: 2 }))).toEqual([
    '2026-03-29T01:00',
    '2026-03-30T00:00',
  ])
  expect(sentBetween('2026-10-24T12:00Z', '2026-10-26T12:00Z', () => times({ digest_hour: 2 }))).toEqual([
    '2026-10-25T00:00',
    '2026-10-26T01:00',
  ])
  expect(iso(lastDigestTime('daily', times({ digest_hour: 2 }), at('2026-10-25T12:00Z')))).toBe('2026-10-25T00:00')
})

it('a person who moves gets one digest for each of their days, and none is skipped', () => {
  const moves = (first: string, then: string) => (now: number) => times({ zone: now < at('2026-11-12T02:00Z') ? first : then })
  expect(sentBetween('2026-11-10T12:00Z', '2026-11-14T20:00Z', moves('Asia/Shanghai', 'America/Los_Angeles'))).toEqual([
    '2026-11-11T00:00',
    '2026-11-12T00:00',
    '2026-11-12T16:00',
    '2026-11-13T16:00',
    '2026-11-14T16:00',
  ])
  expect(sentBetween('2026-11-10T09:00Z', '2026-11-14T20:00Z', moves('America/Los_Angeles', 'Asia/Shanghai'))).toEqual([
    '2026-11-10T16:00',
    '2026-11-11T16:00',
    '2026-11-12T02:00',
    '2026-11-13T00:00',
    '2026-11-14T00:00',
  ])
})

it('news of a quiet day wait for the next digest, and a clock that jumps sends none twice', () => {
  const weekend = times({ quiet: { from: 0, to: 0, days: [6, 7] } })
  expect(sentBetween('2026-11-27T00:00Z', '2026-12-01T00:00Z', () => weekend)).toEqual(['2026-11-27T07:00', '2026-11-30T07:00'])
  const due = at('2026-11-27T07:00Z')
  const first = due - 3600
  for (const now of [due + 60, due + 3660, due - 3540])
    expect(isDigestDue('daily', times(), { first }, due + 30, now), iso(now)).toBeUndefined()
  // News after the hour wait until the next day.
  expect(isDigestDue('daily', times(), { first: due + 60 }, 0, due + 7200)).toBeUndefined()
  expect(isDigestDue('daily', times({ quiet: { from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7] } }), { first }, 0, due)).toBeUndefined()
})

it('a weekly digest comes on the day of the person, after a quiet one on the next', () => {
  expect(sentBetween('2026-11-10T00:00Z', '2026-11-25T00:00Z', () => times(), 'weekly')).toEqual(['2026-11-16T07:00', '2026-11-23T07:00'])
  const quiet = { from: 0, to: 0, days: [1, 2] }
  expect(sentBetween('2026-11-12T00:00Z', '2026-11-25T00:00Z', () => times({ quiet }), 'weekly')).toEqual(['2026-11-18T07:00'])
})

it('a soon-mail waits for five minutes of quiet, thirty at most, and for the end of quiet hours', () => {
  const now = at('2026-11-27T12:00Z')
  expect(isSoonDue(times(), { first: now - 299, last: now - 299 }, now)).toBe(false)
  expect(isSoonDue(times(), { first: now - 900, last: now - 300 }, now)).toBe(true)
  expect(isSoonDue(times(), { first: now - 1799, last: now - 10 }, now)).toBe(false)
  expect(isSoonDue(times(), { first: now - 1800, last: now - 10 }, now)).toBe(true)
  const night = times({ quiet: { from: 20, to: 8, days: [] } })
  const waits = { first: at('2026-11-27T18:00Z'), last: at('2026-11-27T19:30Z') }
  for (const [hour, isDue] of [
    ['2026-11-27T19:45Z', false],
    ['2026-11-28T06:59Z', false],
    ['2026-11-28T07:00Z', true],
  ] as const)
    expect(isSoonDue(night, waits, at(hour)), hour).toBe(isDue)
})

it('knows which digests can still come on a day: before their hour, not on quiet days, and the weekly one on its day', () => {
  const rows = (...mails: string[]) => Object.fromEntries(mails.map((mail) => [mail, { mail }]))
  const toCome = (time: string, change: Partial<Times> = {}, chosen = rows('soon', 'weekly')) =>
    digestsToCome({ ...times(change), rows: chosen }, at(time))
  // Monday, in Berlin: before eight o'clock, at eight, and in the evening.
  expect(toCome('2026-11-30T06:59Z')).toBe(2)
  expect(toCome('2026-11-30T07:00Z')).toBe(0)
  expect(toCome('2026-11-30T22:59Z')).toBe(0)
  expect(toCome('2026-11-30T23:00Z')).toBe(1)
  expect(toCome('2026-11-30T06:59Z', {}, rows('soon'))).toBe(1)
  expect(toCome('2026-12-01T01:00Z', { digest_hour: 23 })).toBe(1)
  const quiet = (days: number[]) => ({ quiet: { from: 0, to: 0, days } })
  expect(toCome('2026-12-01T01:00Z', quiet([2]))).toBe(0)
  // The weekly one of a quiet Monday comes on Tuesday.
  expect(toCome('2026-12-01T01:00Z', quiet([1]))).toBe(2)
})
