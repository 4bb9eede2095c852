import { ArrowDown, ArrowUp } from 'lucide-react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { mergeWords } from './merge.words.ts'
import type { MergeLabels } from './widgets.ts'

export function MergeMoves({ onGo }: { onGo: (way: 1 | -1) => void }) {
  const t = useWords(mergeWords)
  return (
    <>
      <IconButton name={t.previous} keys={keyText('Alt-↑')} onClick={() => onGo(-1)}>
        <ArrowUp className="i" aria-hidden="true" />
      </IconButton>
      <IconButton name={t.next} keys={keyText('Alt-↓')} onClick={() => onGo(1)}>
        <ArrowDown className="i" aria-hidden="true" />
      </IconButton>
    </>
  )
}

interface Summary {
  text: string
  /** Something is still to be decided. */
  open: boolean
  noBase: boolean
  labels: MergeLabels
}

/** How it stands, and whose colour is whose. */
export function MergeSummary({ text, open, noBase, labels }: Summary) {
  const t = useWords(mergeWords)
  return (
    <div className={open ? 'mg-sum open' : 'mg-sum'}>
      <span role="status">
        {text} {noBase && t.noBase}
      </span>
      <span className="mg-legend">
        <span>
          <i />
          {labels.theirs}
        </span>
        <span>
          <i className="my" />
          {labels.mine}
        </span>
      </span>
    </div>
  )
}

interface Foot {
  own: boolean
  /** How many places are not decided yet. */
  open: number
  onKeep: () => void
  onOver: () => void
  onTake: () => void
  onSave: () => void
}

/** The four ways out. While a place is open, saving leads there. */
export function MergeFoot({ own, open, onKeep, onOver, onTake, onSave }: Foot) {
  const t = useWords(mergeWords)
  return (
    <div className="mg-foot">
      <button type="button" className="btn quiet" data-tip={t.theirsTip} onClick={onTake}>
        {own ? t.theirsAllOwn : t.theirsAll}
      </button>
      <button type="button" className="btn quiet" data-tip={t.overTip} onClick={onOver}>
        {t.over}
      </button>
      <span className="grow" />
      <button type="button" className="btn mg-keep" onClick={onKeep}>
        {t.keepEditing}
      </button>
      <button
        type="button"
        className="btn primary"
        aria-disabled={open > 0}
        data-tip={open ? t.stillOpen(open) : t.save}
        data-keys={open ? undefined : keyText('Mod-Enter')}
        onClick={onSave}
      >
        {t.save}
      </button>
    </div>
  )
}
