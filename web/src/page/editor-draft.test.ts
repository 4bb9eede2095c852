// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { draftToOffer, forgetDraft, keepDraft } from './editor-draft.ts'

const place = { uid: '1', item_id: '7', page_id: '12' }
const loaded = { title: 'Order', text: 'a text of more than ten' }
const draft = { title: 'Order', text: 'what was typed', cat_id: '0', version: '4', at: 1 }

beforeEach(() => localStorage.clear())

it('offers a draft that differs from what was loaded', () => {
  expect(draftToOffer(place, loaded)).toBeUndefined()
  keepDraft(place, draft)
  expect(draftToOffer(place, loaded)).toEqual(draft)
})

it('does not ask about the same text, nor where 10 characters or fewer could be lost', () => {
  keepDraft(place, { ...draft, ...loaded })
  expect(draftToOffer(place, loaded)).toBeUndefined()
  const short = { ...draft, text: 'ten at all' }
  keepDraft(place, short)
  expect(draftToOffer(place, { title: 'Order', text: '0123456789' })).toBeUndefined()
  expect(draftToOffer(place, { title: 'Order', text: '0123456789a' })).toEqual(short)
})

it('offers the long draft of a page that was saved with a word', () => {
  keepDraft(place, draft)
  expect(draftToOffer(place, { title: 'Order', text: 'short' })).toEqual(draft)
})

it('offers the draft of a new page, which has loaded nothing, when it is worth it', () => {
  const fresh = { ...place, page_id: '0' }
  keepDraft(fresh, draft)
  expect(draftToOffer(fresh, { title: '', text: '' })).toEqual(draft)
  keepDraft(fresh, { ...draft, text: 'short' })
  expect(draftToOffer(fresh, { title: '', text: '' })).toBeUndefined()
})

it('keeps drafts of people, items and pages apart', () => {
  keepDraft(place, draft)
  expect(draftToOffer({ ...place, uid: '2' }, loaded)).toBeUndefined()
  expect(draftToOffer({ ...place, page_id: '13' }, loaded)).toBeUndefined()
  keepDraft({ ...place, page_id: '0' }, draft)
  expect(draftToOffer({ uid: '1', item_id: '8', page_id: '0' }, { title: '', text: '' })).toBeUndefined()
  forgetDraft(place)
  expect(draftToOffer(place, loaded)).toBeUndefined()
})

it('says when the browser keeps nothing', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepDraft(place, draft)).toBe(false)
  full.mockRestore()
})
