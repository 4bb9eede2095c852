import './many.css'
import { Bell, CalendarCheck, Copy, Download, MoveRight, Trash2 } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import type { Selected } from '../selection.ts'
import type { BarAction } from './happens.tsx'
import { useWhat } from './happens.tsx'
import { manyWords } from './many.words.ts'

interface Props {
  selected: Selected
  onAll: () => void
  /** Clears the selection; undefined if there is none. */
  onNone: (() => void) | undefined
  onAct: (action: BarAction) => void
  onExport: () => void
  /** The user manages the item. */
  manages: boolean
}

/** At the foot while the user selects: how much is selected, and what to do with it. */
export function SelectionBar({ selected: { lines, pages, catalogs }, onAll, onNone, onAct, onExport, manages }: Props) {
  const t = useWords(manyWords)
  const whatOf = useWhat()
  const isEmpty = lines.length === 0
  const actions = [
    { action: 'move', text: t.move, Sign: MoveRight },
    { action: 'copy', text: t.copy, Sign: Copy },
    ...(manages ? ([{ action: 'review', text: t.review, Sign: CalendarCheck }] as const) : []),
    { action: 'watch', text: t.watch, Sign: Bell },
    { action: 'export', text: t.export, Sign: Download },
    { action: 'delete', text: t.remove, Sign: Trash2 },
  ] as const
  return (
    <section className="many-bar" aria-label={t.bar}>
      <p role="status">{isEmpty ? t.none : t.chosen(whatOf(pages, catalogs))}</p>
      <button type="button" className="btn small quiet" onClick={onAll}>
        {t.all}
      </button>
      {onNone && (
        <button type="button" className="btn small quiet" onClick={onNone}>
          {t.clear}
        </button>
      )}
      <div className="many-acts">
        {actions.map(({ action, text, Sign }) => (
          <button
            key={action}
            type="button"
            className={action === 'delete' ? 'btn danger' : 'btn'}
            aria-haspopup={action === 'export' ? undefined : 'dialog'}
            disabled={isEmpty}
            onClick={() => (action === 'export' ? onExport() : onAct(action))}
          >
            <Sign className="i" aria-hidden="true" />
            {text}
          </button>
        ))}
      </div>
    </section>
  )
}
