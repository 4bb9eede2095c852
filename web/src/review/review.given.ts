/* Test data for the screens of reviews. */
import type { ReviewInfo, ReviewMark, ReviewRow, Steward } from './types.ts'

export const noOne: Steward = { uid: '0', username: '', name: '', team_id: '0', team_name: '' }
export const liam: Steward = { ...noOne, uid: '9', username: 'liam', name: 'Liam Ortiz' }
export const platform: Steward = { ...noOne, team_id: '4', team_name: 'Platform' }
const nowhere = { from_kind: '' as const, from_id: '0', from_name: '' }

export const aMark = (more: Partial<ReviewMark> = {}): ReviewMark => ({
  state: '',
  due: '1900000000',
  verified_time: '0',
  verified_until: '0',
  verified_version: '0',
  verified_uid: '0',
  verified_username: '',
  verified_name: '',
  ...more,
})

export const verified = aMark({
  state: 'verified',
  verified_time: '1795000000',
  verified_until: '1900000000',
  verified_version: '2',
  verified_uid: '9',
  verified_username: 'liam',
  verified_name: 'Liam Ortiz',
})

export const anInfo = (more: Partial<ReviewInfo> = {}): ReviewInfo => ({
  kind: 'page',
  subject_id: '30',
  item_id: '12',
  mark: aMark(),
  verified_history_id: '0',
  steward: { ...liam, from_kind: 'catalog', from_id: '10', from_name: 'Payments' },
  period: { days: '180', from_kind: 'item', from_id: '12', from_name: 'Orders' },
  own: { ...noOne, days: '0', no_period: false, is_gone: false },
  is_unowned: false,
  version: '3',
  proposed_until: '1900000000',
  may_set: true,
  may_verify: true,
  may_hand_on: false,
  offer: { offer_id: '0', uid: '0', username: '', name: '', addtime: '0', is_mine: false },
  ...more,
})
export const unplanned = anInfo({ steward: { ...noOne, ...nowhere }, period: { days: '0', ...nowhere }, proposed_until: '0' })

export const aRow = (page_id: string, more: Partial<ReviewRow> = {}): ReviewRow => ({
  page_id,
  page_title: `Page ${page_id}`,
  item_id: '12',
  item_name: 'Orders',
  cat_id: '10',
  cat_name: 'Payments',
  steward: liam,
  days: '180',
  version: '3',
  mark: aMark(),
  may_set: true,
  ...more,
})
