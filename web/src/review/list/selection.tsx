import { CalendarClock, UserCheck, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { HandOnDialog } from '../hand-on.tsx'
import { reviewSetWords } from '../review.words.ts'
import { SetManyDialog } from '../set.tsx'
import type { ReviewRow } from '../types.ts'
import { reviewListWords } from './list.words.ts'

/** The selected pages by their item. */
function groupsOf(rows: ReviewRow[]) {
  const groups = new Map<string, { kind: 'page'; subject_id: string }[]>()
  for (const { item_id, page_id } of rows) groups.set(item_id, [...(groups.get(item_id) ?? []), { kind: 'page', subject_id: page_id }])
  return [...groups].map(([item_id, subjects]) => ({ item_id, subjects }))
}

/** At the foot while pages are selected. There is no "Still true" here: someone has to read each page. */
export function Selection({ rows, onClear }: { rows: ReviewRow[]; onClear: () => void }) {
  const t = useWords(reviewListWords)
  const s = useWords(reviewSetWords)
  const uid = useAccount()?.uid
  const [open, setOpen] = useState<'steward' | 'period' | 'hand-on'>()
  const name = s.pages(rows.length)
  const groups = groupsOf(rows)
  const [first] = groups
  const maySet = rows.every((row) => row.may_set)
  const mayHandOn = first && groups.length === 1 && rows.every((row) => row.steward.uid === uid)
  const close = () => setOpen(undefined)
  return (
    <section className="rev-bar" aria-label={t.bar}>
      <p role="status">{t.selected(rows.length)}</p>
      {maySet && (
        <>
          <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('steward')}>
            <UserCheck className="i" aria-hidden="true" />
            {t.responsible}
          </button>
          <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('period')}>
            <CalendarClock className="i" aria-hidden="true" />
            {t.period}
          </button>
        </>
      )}
      {mayHandOn && (
        <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('hand-on')}>
          <UserPlus className="i" aria-hidden="true" />
          {t.handOn}
        </button>
      )}
      <IconButton name={t.clear} onClick={onClear}>
        <X className="i" aria-hidden="true" />
      </IconButton>
      {(open === 'steward' || open === 'period') && (
        <SetManyDialog
          what={open}
          name={name}
          groups={groups}
          onClose={close}
          onDone={() => {
            close()
            onClear()
          }}
        />
      )}
      {open === 'hand-on' && first && (
        <HandOnDialog item_id={first.item_id} page_ids={rows.map((row) => row.page_id)} name={name} onClose={close} onDone={onClear} />
      )}
    </section>
  )
}
