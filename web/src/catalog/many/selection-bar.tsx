import './many.css'
import { Copy, MoveRight, Trash2 } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import type { Selected } from '../selection.ts'
import type { ManyAction } from './happens.tsx'
import { useWhat } from './happens.tsx'
import { manyWords } from './many.words.ts'

interface Props {
  selected: Selected
  onAll: () => void
  /** Clears the selection; undefined if there is none. */
  onNone: (() => void) | undefined
  onAct: (action: ManyAction) => void
}

/** At the foot while the user selects: how much is selected, and what to do with it. */
export function SelectionBar({ selected: { lines, pages, catalogs }, onAll, onNone, onAct }: Props) {
  const t = useWords(manyWords)
  const whatOf = useWhat()
  const isEmpty = lines.length === 0
  const actions = [
    { action: 'move', text: t.move, Sign: MoveRight },
    { action: 'copy', text: t.copy, Sign: Copy },
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
            aria-haspopup="dialog"
            disabled={isEmpty}
            onClick={() => onAct(action)}
          >
            <Sign className="i" aria-hidden="true" />
            {text}
          </button>
        ))}
      </div>
    </section>
  )
}
