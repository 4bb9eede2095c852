import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Content } from '../../writing/saver.ts'
import type { MergeLabels } from './decorations.ts'
import { mergeWords } from './merge.words.ts'

type Field = 'title' | 'cat_id'

interface Props {
  item_id: string
  mine: Content
  theirs: Content
  value: Content
  onChange: (value: Content) => void
  labels: MergeLabels
}

/** Title and catalog where the two sides differ: what the page will have, and the two to choose from. */
export function MergeFields({ item_id, mine, theirs, value, onChange, labels }: Props) {
  const t = useWords(mergeWords)
  const id = useId()
  const catalogs = useQuery({ ...read(api.catalog.catListName, withoutLoginRedirect({ item_id })), enabled: mine.cat_id !== theirs.cat_id })
  const nameOf = (cat_id: string) =>
    cat_id === '0' ? t.root : (catalogs.data?.find((catalog) => catalog.cat_id === cat_id)?.cat_name ?? '…')
  const choice = (field: Field, show: (value: string) => string) => (
    <span className="seg">
      {(
        [
          [labels.mine, mine[field]],
          [labels.theirs, theirs[field]],
        ] as const
      ).map(([label, one]) => (
        <button key={label} type="button" aria-pressed={value[field] === one} onClick={() => onChange({ ...value, [field]: one })}>
          <span className="cut">{`${label}: ${show(one)}`}</span>
        </button>
      ))}
    </span>
  )
  if (mine.title === theirs.title && mine.cat_id === theirs.cat_id) return null
  return (
    <div className="mg-fields">
      {mine.title !== theirs.title && (
        <>
          <label htmlFor={id}>{t.pageTitle}</label>
          <input
            id={id}
            className="input"
            value={value.title}
            maxLength={255}
            onChange={(event) => onChange({ ...value, title: event.target.value })}
          />
          {choice('title', (title) => title)}
        </>
      )}
      {mine.cat_id !== theirs.cat_id && (
        <>
          <span className="mg-label">{t.catalog}</span>
          {choice('cat_id', nameOf)}
          <span />
        </>
      )}
    </div>
  )
}

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
