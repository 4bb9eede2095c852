import { factsOf } from '@sheaf/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { keyText } from '../../lib/control-key.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Content } from '../../writing/saver.ts'
import { inOrder, type MergeLabels } from './decorations.ts'
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

/** Title and catalog if the two sides differ: the merged value and both candidates. */
export function MergeFields({ item_id, mine, theirs, value, onChange, labels }: Props) {
  const t = useWords(mergeWords)
  const { colon } = factsOf(useLanguage())
  const id = useId()
  const catalogs = useQuery({ ...read(api.catalog.catListName, withoutLoginRedirect({ item_id })), enabled: mine.cat_id !== theirs.cat_id })
  const nameOf = (cat_id: string) =>
    cat_id === '0' ? t.root : (catalogs.data?.find((catalog) => catalog.cat_id === cat_id)?.cat_name ?? '…')
  const choice = (field: Field, show: (value: string) => string) => (
    <span className="seg">
      {inOrder(labels.theirsFirst, { label: labels.mine, candidate: mine[field] }, { label: labels.theirs, candidate: theirs[field] }).map(
        ({ label, candidate }) => (
          <button
            key={label}
            type="button"
            aria-pressed={value[field] === candidate}
            onClick={() => onChange({ ...value, [field]: candidate })}
          >
            <span className="cut">{`${label}${colon}${show(candidate)}`}</span>
          </button>
        ),
      )}
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

export function ConflictNavigation({ onGo }: { onGo: (direction: 1 | -1) => void }) {
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
  /** A conflict is still open. */
  open: boolean
  noBase: boolean
  labels: MergeLabels
}

/** The state of the merge, and a legend for the colours. */
export function MergeSummary({ text, open, noBase, labels }: Summary) {
  const t = useWords(mergeWords)
  return (
    <div className={open ? 'mg-sum open' : 'mg-sum'}>
      <span role="status">
        {text} {noBase && t.noBase}
      </span>
      <span className="mg-legend">
        {inOrder(labels.theirsFirst, { side: 'my', label: labels.mine }, { side: 'their', label: labels.theirs }).map(({ side, label }) => (
          <span key={side}>
            <i className={side} />
            {label}
          </span>
        ))}
      </span>
    </div>
  )
}

interface Foot {
  own: boolean
  /** Number of open conflicts. */
  open: number
  /** Names of the two buttons when nothing is saved here. */
  names?: { keep: string; save: string } | undefined
  onKeep: () => void
  /** Without these two the merge is the only result. */
  onOver: (() => void) | undefined
  onTake: (() => void) | undefined
  onSave: () => void
}

/** The actions. While a conflict is open, saving goes to it instead. */
export function MergeFoot({ own, open, names, onKeep, onOver, onTake, onSave }: Foot) {
  const t = useWords(mergeWords)
  return (
    <div className="mg-foot row">
      {onTake && (
        <button type="button" className="btn quiet" data-tip={t.theirsTip} onClick={onTake}>
          {own ? t.theirsAllOwn : t.theirsAll}
        </button>
      )}
      {onOver && (
        <button type="button" className="btn quiet" data-tip={t.overTip} onClick={onOver}>
          {t.over}
        </button>
      )}
      <span className="grow" />
      <button type="button" className="btn mg-keep" onClick={onKeep}>
        {names?.keep ?? t.keepEditing}
      </button>
      <button
        type="button"
        className="btn primary"
        aria-disabled={open > 0}
        data-tip={open ? t.stillOpen(open) : (names?.save ?? t.save)}
        data-keys={open ? undefined : keyText('Mod-Enter')}
        onClick={onSave}
      >
        {names?.save ?? t.save}
      </button>
    </div>
  )
}
