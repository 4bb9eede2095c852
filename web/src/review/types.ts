import type { Answer } from '@sheaf/contract/client'

/* Answers of the calls as the browser gets them. */
export type ReviewInfo = Answer<'review', 'info'>
export type ReviewMark = ReviewInfo['mark']
export type Steward = Answer<'review', 'people'>['people'][number]
export type ReviewRow = Answer<'review', 'getList'>['list'][number]
export type ReviewListState = keyof Answer<'review', 'getList'>['counts']
export type ReviewReport = Answer<'review', 'report'>
export type ReviewFigures = ReviewReport['rows'][number]
export type ReviewLoad = ReviewReport['people'][number]
export type Verification = Answer<'review', 'trail'>['list'][number]
