import './badge.css'
import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { dateText } from '@sheaf/contract/languages'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { reviewBadgeWords } from './badge.words.ts'

const ReviewDialog = lazyPart(() => import('./dialog.tsx').then((m) => m.ReviewDialog))

type View = Answer<'page', 'view'>

/** The day of Unix seconds. No Intl: its formatter costs more than rendering an article. */
function dayOf(seconds: string, language: Language) {
  const at = new Date(Number(seconds) * 1000)
  return dateText('day', { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() }, language)
}

const looks = { verified: 'ok', changed: 'warn', due: 'bad' } as const

interface Props {
  view: View
  /** Nothing can be opened: a single-page link shows the mark alone. */
  isPlain: boolean
}

/** Under the title: until when the page is verified, and who is responsible. It opens to the review of the page, which loads then. */
export function ReviewBadge({ view, isPlain }: Props) {
  const t = useWords(reviewBadgeWords)
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { review } = view
  if (!review) return null
  const { state, steward } = review
  const text = {
    verified: t.verified(dayOf(review.verified_until, language)),
    changed: t.changed,
    due: t.due(dayOf(review.due, language)),
    '': review.is_unowned ? t.unowned : '',
  }[state]
  const mark = text && (
    <span className={state ? `state ${looks[state]}` : 'state ring'} suppressHydrationWarning>
      <i aria-hidden="true" />
      {text}
    </span>
  )
  const compared =
    state === 'changed' && review.verified_history_id !== '0' && !isPlain && paths.diff(view.page_id, review.verified_history_id)
  const responsible = steward && t.steward(steward.team_name || steward.name || steward.username)
  if (isPlain) return mark || null
  const open = () => setOpen(true)
  return (
    <>
      {mark && compared && (
        <Link to={compared} title={t.compare}>
          {mark}
        </Link>
      )}
      {mark && (
        <button type="button" className={compared ? 'rev-open' : undefined} aria-haspopup="dialog" onClick={open}>
          {compared ? t.review : mark}
        </button>
      )}
      {state && review.is_unowned && <span>{t.unowned}</span>}
      {responsible && (
        <button type="button" aria-haspopup="dialog" onClick={open}>
          {responsible}
        </button>
      )}
      {/* Outside the line of facts, whose buttons have a look of their own. */}
      {isOpen &&
        createPortal(
          <Suspense>
            <ReviewDialog page={view} version={view.version} isEditor={view.editable} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
