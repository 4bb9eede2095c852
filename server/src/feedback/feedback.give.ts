import { Refusal } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { mustVisitPageUniform, personIn, type Rights } from '../access/access.ts'
import { mustSolveChallenge } from '../auth/captcha.ts'
import { plainText } from '../content/plain-text.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { noteNews } from '../notice/news-event.store.ts'
import { countNote, countVoice, hashOfBrowser, needsCaptcha, takesNote } from './feedback.limits.service.ts'
import {
  isAsked,
  mustBeAsked,
  mustBeReader,
  mustBeShowdocReader,
  mustBeType,
  type Reason,
  reasonsIn,
  seesFigures,
  storedReasons,
  type Voter,
} from './feedback.rules.ts'
import { countEqualNote, figuresOf, holdPage, putVoice, removeVoice, type Voice, voiceOf } from './feedback.store.ts'

const DAY = 86_400

type Found = Rights & { page: PageFound }

const personOf = (ctx: Ctx, { item }: Found) => personIn(ctx, item.item_id)

/** Undefined for a visitor who names no browser. */
function voterOf(ctx: Ctx, found: Found, client_id: string): Voter | undefined {
  const person = personOf(ctx, found)
  if (person) return { uid: person.uid, client_hash: null }
  return client_id === '' ? undefined : { uid: null, client_hash: hashOfBrowser(ctx, found.page.page_id, client_id) }
}

const ownVoice = async (ctx: Ctx, found: Found, client_id: string): Promise<Voice | undefined> => {
  const voter = voterOf(ctx, found, client_id)
  return voter && voiceOf(ctx.db, found.page.page_id, voter)
}

const shown = async (ctx: Ctx, found: Found, voice: Voice | undefined) => ({
  feedback_type: voice?.feedback_type ?? 0,
  reasons: reasonsIn(voice?.reasons ?? ''),
  figures: seesFigures(found, found.page.cat_id) ? await figuresOf(ctx, found.page) : null,
  captcha: await needsCaptcha(ctx),
})

interface Given {
  feedback_type: number
  reasons?: Reason[] | undefined
  note: string | undefined
  version: number | undefined
}

/** Stores the note with the voice, or only counts it when another reader wrote the same today. */
async function takeNote(trx: Db, ctx: Ctx, found: Found, note: string, isSolved: boolean) {
  await countNote(trx, ctx, isSolved)
  const { page } = found
  if (!personOf(ctx, found) && !(await takesNote(trx, page.item_id, ctx.now()))) return 'full' as const
  return (await countEqualNote(trx, page.page_id, note, ctx.now() - DAY)) ? ('counted' as const) : ('kept' as const)
}

/** Sets, changes or withdraws the voice of this reader in one transaction with its limits. */
async function give(ctx: Ctx, found: Found, voter: Voter, given: Given, isSolved: boolean): Promise<'none' | 'kept' | 'full'> {
  const { page } = found
  const note = given.note === undefined ? undefined : plainText(given.note)
  const at = ctx.now()
  return ctx.store.write(async (trx) => {
    const item_id = await holdPage(trx, ctx.store.kind, page.page_id)
    if (item_id === undefined) throw new Refusal('noVisit')
    const known = await voiceOf(trx, page.page_id, voter)
    if (given.feedback_type === 0) {
      await countVoice(trx, ctx)
      if (known) await removeVoice(trx, known.feedback_id)
      return 'none'
    }
    const isNew = note !== undefined && note !== '' && note !== known?.note
    const outcome = isNew ? await takeNote(trx, ctx, found, note, isSolved) : await countVoice(trx, ctx).then(() => 'none' as const)
    await putVoice(trx, { page_id: page.page_id, item_id }, voter, {
      feedback_type: given.feedback_type,
      reasons: given.reasons ? storedReasons(given.reasons) : (known?.reasons ?? ''),
      version: Math.min(given.version || page.version, page.version),
      addtime: at,
      ...(outcome === 'kept' && note !== undefined && { note, note_state: 'new', note_time: at, count: 1, answer: '' }),
      ...(note === '' && { note, note_state: '', note_time: 0, count: 1, answer: '' }),
    })
    const person = personOf(ctx, found)
    if (outcome === 'kept') {
      const { feedback_id = 0 } = (await voiceOf(trx, page.page_id, voter)) ?? {}
      // A visitor's note is no news for people; only webhooks that ask for such notes get it (W53).
      const by = person ? { uid: person.uid, username: person.username } : { uid: 0, username: '', is_told: 1 }
      await noteNews(trx, { kind: 'feedback.note', item_id, page_id: page.page_id, comment_id: feedback_id, ...by, addtime: at })
    }
    return outcome === 'counted' ? 'kept' : outcome
  })
}

/** A captcha is used up by one note, right or wrong. */
async function solved(ctx: Ctx, found: Found, note: string | undefined, { captcha_id, captcha }: { captcha_id: number; captcha: string }) {
  if (personOf(ctx, found) || !note?.trim() || (captcha === '' && !(await needsCaptcha(ctx)))) return false
  await mustSolveChallenge(ctx, captcha_id, captcha)
  return true
}

export const giving: Pick<AllHandlers['feedback'], 'info' | 'give'> = {
  async info({ page_id, client_id }, ctx) {
    const found = await mustVisitPageUniform(ctx, page_id)
    const asked = isAsked(found, ctx)
    return { asked, ...(await shown(ctx, found, asked ? await ownVoice(ctx, found, client_id) : undefined)) }
  },

  async give({ page_id, client_id, shown_ms, website, captcha_id, captcha, ...given }, ctx) {
    const found = await mustVisitPageUniform(ctx, page_id)
    mustBeAsked(found, ctx)
    mustBeType(given.feedback_type)
    if (!personOf(ctx, found)) mustBeReader({ client_id, shown_ms, website }, ctx)
    const voter = voterOf(ctx, found, client_id)
    if (!voter) throw new Refusal('badInput', { field: 'client_id' })
    const isSolved = await solved(ctx, found, given.note, { captcha_id, captcha })
    const note = await give(ctx, found, voter, given, isSolved)
    return { ...(await shown(ctx, found, await voiceOf(ctx.db, page_id, voter))), note }
  },
}

const NO_STAT = { helpful_count: 0, unhelpful_count: 0, user_feedback: 0 }

/** The figures of a page in ShowDoc's form; 0 for readers who do not see them. */
async function statOf(ctx: Ctx, found: Found, client_id: string) {
  if (!isAsked(found, ctx)) return NO_STAT
  const { figures, feedback_type } = await shown(ctx, found, await ownVoice(ctx, found, client_id))
  return { helpful_count: figures?.helpful ?? 0, unhelpful_count: figures?.unhelpful ?? 0, user_feedback: feedback_type }
}

const thanks = { en: 'Thank you for your feedback', zh: '感谢您的反馈' }

export const pageFeedback: AllHandlers['pageFeedback'] = {
  async getStat({ page_id, client_id }, ctx) {
    return statOf(ctx, await mustVisitPageUniform(ctx, page_id), client_id)
  },

  async submit({ page_id, feedback_type, client_id }, ctx) {
    const found = await mustVisitPageUniform(ctx, page_id)
    mustBeAsked(found, ctx)
    mustBeType(feedback_type)
    if (!personOf(ctx, found)) mustBeShowdocReader(client_id, ctx)
    const voter = voterOf(ctx, found, client_id)
    if (!voter) throw new Refusal('badInput', { field: 'client_id' })
    const known = await voiceOf(ctx.db, page_id, voter)
    const type = known?.feedback_type === feedback_type ? 0 : feedback_type
    await give(ctx, found, voter, { feedback_type: type, note: undefined, version: undefined }, false)
    return { message: thanks[ctx.language], ...(await statOf(ctx, found, client_id)) }
  },
}
