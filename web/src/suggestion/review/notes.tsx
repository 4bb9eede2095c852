import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { longDate } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Doer } from '../../ui/person.tsx'
import { reviewWords } from '../suggestion.words.ts'
import type { Review, SuggestionInfo } from './model.ts'

const icons = { info: Info, warn: TriangleAlert, ok: CircleCheck }

function Note({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <p className={kind === 'warn' ? 'line-note' : 'line-note info'} role="note">
      <Icon className="i" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

/** How the suggestion ended, in one line with the note of the editor. */
function Outcome({ info }: { info: SuggestionInfo }) {
  const t = useWords(reviewWords)
  const language = useLanguage()
  const date = longDate(Number(info.decided_time), language)
  const name = info.decided_name
  const lines = {
    open: '',
    accepted: info.is_partial === '1' ? t.partialLine(name, date) : t.acceptedLine(name, date),
    declined: t.declinedLine(name, date),
    withdrawn: t.withdrawnLine(date),
    overtaken: t.overtakenLine(date),
  }
  return (
    <Note kind={info.state === 'accepted' ? 'ok' : 'info'}>
      <Doer name={name} username={info.decided_username}>
        {info.decided_note ? t.outcomeNote(lines[info.state], info.decided_note) : lines[info.state]}
      </Doer>
    </Note>
  )
}

interface Props {
  info: SuggestionInfo
  review: Review
}

/** What the reviewer must know before they decide. */
export function ReviewNotes({ info, review }: Props) {
  const t = useWords(reviewWords)
  const { current, refused } = info
  if (info.state !== 'open') return <Outcome info={info} />
  const behind = current ? Number(current.version) - Number(info.base_version) : 0
  const allOut = review.changes.length > 0 && review.leftOut.size === review.changes.length && review.titles.from === review.titles.to
  return (
    <>
      {refused === 'deleted' && <Note kind="warn">{t.binned}</Note>}
      {refused === 'archived' && <Note kind="warn">{t.archived}</Note>}
      {refused === 'own' && <Note kind="info">{t.own}</Note>}
      {review.conflicts > 0 && <Note kind="warn">{t.conflicts(review.conflicts)}</Note>}
      {review.isSettled && (
        <Note kind="ok">
          {t.settled}{' '}
          <button type="button" onClick={() => review.settle(undefined)}>
            {t.undoSettled}
          </button>
        </Note>
      )}
      {review.isNothing && <Note kind="info">{t.nothing}</Note>}
      {behind > 0 && review.conflicts === 0 && !review.isSettled && !review.isNothing && <Note kind="info">{t.moved(behind)}</Note>}
      {allOut && <Note kind="warn">{t.allOut}</Note>}
      {current?.lock_username && (
        <Note kind="info">
          <Doer name={current.lock_name} username={current.lock_username}>
            {t.busy(current.lock_name)}
          </Doer>
        </Note>
      )}
      {Number(info.hidden) > 0 && <Note kind="warn">{t.hidden(Number(info.hidden))}</Note>}
    </>
  )
}
