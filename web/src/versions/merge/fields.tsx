import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import type { Content } from '../../writing/saver.ts'
import { mergeWords } from './merge.words.ts'
import type { MergeLabels } from './widgets.ts'

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
