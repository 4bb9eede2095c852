// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { readBoot } from '../lib/boot.ts'
import { type Draft, type DraftKey, draftsToOffer, forgetDraft, keepDraft as keepIn, useDrafts } from './drafts.ts'

const place = { uid: '1', item_id: '7', page_id: '12' }
const loaded = { title: 'Order', text: 'a text of more than ten' }
const draft = { title: 'Order', text: 'what was typed', cat_id: '0', version: '4', at: 1 }

const keepDraft = (where: DraftKey, draft: Draft, sessionId = 'a') => keepIn(where, sessionId, draft)
const draftToOffer = (where: DraftKey, what: { title: string; text: string }) => {
  const [first] = draftsToOffer(where, what)
  if (!first) return undefined
  const { sessionId: _sessionId, ...rest } = first
  return rest
}

const isDirty = () => true

beforeEach(() => localStorage.clear())

it('offers a draft that differs from the loaded page', () => {
  expect(draftToOffer(place, loaded)).toBeUndefined()
  keepDraft(place, draft)
  expect(draftToOffer(place, loaded)).toEqual(draft)
})

it('does not offer an equal text, nor a draft if both texts have 10 characters or fewer', () => {
  keepDraft(place, { ...draft, ...loaded })
  expect(draftToOffer(place, loaded)).toBeUndefined()
  const short = { ...draft, text: 'ten at all' }
  keepDraft(place, short)
  expect(draftToOffer(place, { title: 'Order', text: '0123456789' })).toBeUndefined()
  expect(draftToOffer(place, { title: 'Order', text: '0123456789a' })).toEqual(short)
})

it('offers a long draft of a page with a short text', () => {
  keepDraft(place, draft)
  expect(draftToOffer(place, { title: 'Order', text: 'short' })).toEqual(draft)
})

it('offers the draft of a new page if it is long enough', () => {
  const fresh = { ...place, page_id: '0' }
  keepDraft(fresh, draft)
  expect(draftToOffer(fresh, { title: '', text: '' })).toEqual(draft)
  keepDraft(fresh, { ...draft, text: 'short' })
  expect(draftToOffer(fresh, { title: '', text: '' })).toBeUndefined()
})

it('separates the drafts of users, items and pages', () => {
  keepDraft(place, draft)
  expect(draftToOffer({ ...place, uid: '2' }, loaded)).toBeUndefined()
  expect(draftToOffer({ ...place, page_id: '13' }, loaded)).toBeUndefined()
  keepDraft({ ...place, page_id: '0' }, draft)
  expect(draftToOffer({ uid: '1', item_id: '8', page_id: '0' }, { title: '', text: '' })).toBeUndefined()
  forgetDraft(place, 'a')
  expect(draftToOffer(place, loaded)).toBeUndefined()
})

it('returns false if the browser cannot store the draft', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepDraft(place, draft)).toBe(false)
  full.mockRestore()
})

it('separates the drafts of two windows and keeps the newest eight of a page', () => {
  keepDraft(place, draft, 'one')
  keepDraft(place, { ...draft, text: 'of the other window', at: 2 }, 'two')
  expect(draftsToOffer(place, loaded).map(({ sessionId, text }) => [sessionId, text])).toEqual([
    ['two', 'of the other window'],
    ['one', 'what was typed'],
  ])
  forgetDraft(place, 'two')
  expect(draftsToOffer(place, loaded).map(({ sessionId }) => sessionId)).toEqual(['one'])
  for (let n = 0; n < 12; n++) keepDraft(place, { ...draft, at: 10 + n }, `n${n}`)
  expect(draftsToOffer(place, loaded).map(({ sessionId }) => sessionId)).toEqual(['n11', 'n10', 'n9', 'n8', 'n7', 'n6', 'n5', 'n4'])
})

it.each([30, 60])('saves a draft every %i seconds, as configured for the site', (seconds) => {
  vi.useFakeTimers()
  Object.assign(readBoot(), { draftSeconds: seconds })
  const read = () => draft
  const { unmount } = renderHook(() => useDrafts({ place, loaded: { ...loaded, cat_id: '0' }, version: () => '4', read, isDirty }))
  vi.advanceTimersByTime(seconds * 1000 - 1)
  expect(draftToOffer(place, loaded)).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(draftToOffer(place, loaded)).toMatchObject({ text: 'what was typed', version: '4' })
  unmount()
  Object.assign(readBoot(), { draftSeconds: 30 })
  vi.useRealTimers()
})
