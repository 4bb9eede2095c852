import {
  Archive,
  ArchiveRestore,
  ChevronRight,
  Copy,
  FilePlus,
  FolderMinus,
  FolderOutput,
  FolderPen,
  FolderPlus,
  Import,
  Lightbulb,
  MoveRight,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Doer } from '../ui/person.tsx'
import { Marked } from '../ui/text/marked.tsx'
import { changeWords } from './change.words.ts'
import { actionOf, type Change } from './rows.ts'

type Name =
  | 'created'
  | 'edited'
  | 'moved'
  | 'deleted'
  | 'recovered'
  | 'catalogCreated'
  | 'catalogRenamed'
  | 'catalogMoved'
  | 'catalogDeleted'
  | 'imported'
  | 'archived'
  | 'suggestionOpened'
  | 'suggestionAccepted'
  | 'suggestionDeclined'
  | 'suggestionWithdrawn'

/** The sign and the name of each type. */
const looks: Record<string, [typeof Archive, Name]> = {
  'page.created': [FilePlus, 'created'],
  'page.changed': [SquarePen, 'edited'],
  'page.moved': [MoveRight, 'moved'],
  'page.deleted': [Trash2, 'deleted'],
  'page.recovered': [ArchiveRestore, 'recovered'],
  'catalog.created': [FolderPlus, 'catalogCreated'],
  'catalog.renamed': [FolderPen, 'catalogRenamed'],
  'catalog.moved': [FolderOutput, 'catalogMoved'],
  'catalog.deleted': [FolderMinus, 'catalogDeleted'],
  'item.imported': [Import, 'imported'],
  'item.archived': [Archive, 'archived'],
  'suggestion.opened': [Lightbulb, 'suggestionOpened'],
  'suggestion.accepted': [Lightbulb, 'suggestionAccepted'],
  'suggestion.declined': [Lightbulb, 'suggestionDeclined'],
  'suggestion.withdrawn': [Lightbulb, 'suggestionWithdrawn'],
}

const MEANINGS_SHOWN = 4

function Meanings({ meaning, is_pending, is_hidden, type }: Change) {
  const t = useWords(changeWords)
  const [all, setAll] = useState(false)
  if (is_pending === 1 && is_hidden === 0 && type === 'page.changed') return <p className="muted">{t.pending}</p>
  const shown = all || meaning.length <= MEANINGS_SHOWN + 1 ? meaning : meaning.slice(0, MEANINGS_SHOWN)
  if (shown.length === 0) return null
  return (
    <ul className="change-meanings">
      {shown.map(({ text, section, kind }, at) => (
        <li key={`${at + 1}`}>
          <Marked text={text} />
          {section && kind.startsWith('field.') && <span className="muted"> · {section}</span>}
        </li>
      ))}
      {shown.length < meaning.length && (
        <li>
          <button type="button" className="change-link" onClick={() => setAll(true)}>
            {t.allMeanings(meaning.length - shown.length)}
          </button>
        </li>
      )}
    </ul>
  )
}

function Title({ change, name }: { change: Change; name: string }) {
  const t = useWords(changeWords)
  const { title, is_hidden, is_there, page_id, item_id, item_domain, type } = change
  if (is_hidden === 1) return <b className="muted">{type.startsWith('catalog.') ? t.hiddenCatalog : t.hiddenPage}</b>
  if (type.startsWith('item.')) return <b>{name}</b>
  return is_there === 1 ? <Link to={paths.page({ item_id, item_domain }, page_id)}>{title}</Link> : <b>{title}</b>
}

/** Changes that were made together: one row that opens. */
export function ChangeGroup({ changes, lastVisit }: { changes: Change[]; lastVisit: number }) {
  const t = useWords(changeWords)
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const first = changes[0] as Change
  const { type, until_time, name, username, via } = first
  const catalogs = changes.filter((change) => change.type.startsWith('catalog.')).length
  const pages = changes.length - catalogs
  const [Sign] = looks[type] ?? [SquarePen]
  const action = actionOf(first)
  const way = first.meaning.find(({ kind }) => kind === 'left' || kind === 'arrived')?.kind
  const when = longDate(Number(until_time), language)
  const isNew = lastVisit > 0 && Number(until_time) > lastVisit
  return (
    <li className={isNew ? 'change new' : 'change'}>
      <span className="change-sign">
        <Sign className="i" aria-hidden="true" />
      </span>
      <div>
        <p className="change-title">
          <button type="button" className="change-group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronRight className="i" aria-hidden="true" />
            {t.together(pages, catalogs, pages > 0 && catalogs > 0 ? 'yes' : 'no', way ?? action)}
          </button>
          {isNew && <span className="visually-hidden">{t.isNew}</span>}
        </p>
        <p className="change-who muted">
          <Doer {...{ name, username }}>{via ? t.byVia(name, via) : t.by(name)}</Doer>
          <time dateTime={new Date(Number(until_time) * 1000).toISOString()} title={when}>
            {when.replace(/^.*?(\d\d:\d\d)$/, '$1')}
          </time>
        </p>
        {isOpen && (
          <ul className="change-inside">
            {changes.map((change) => (
              <ChangeRow key={change.change_id} change={change} lastVisit={0} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** A change: what, in which page, by whom and when. */
export function ChangeRow({ change, lastVisit }: { change: Change; lastVisit: number }) {
  const t = useWords(changeWords)
  const language = useLanguage()
  const { type, title, path, page_id, until_time, name, username, via, from_history_id, meaning } = change
  const isCopy = meaning.some(({ kind }) => kind === 'copied')
  const [Sign, typeName] = looks[type] ?? [SquarePen, 'edited']
  const label = isCopy ? t.copied : t[typeName]
  const when = longDate(Number(until_time), language)
  const isNew = lastVisit > 0 && Number(until_time) > lastVisit
  return (
    <li className={isNew ? 'change new' : 'change'}>
      <span className="change-sign" title={label}>
        {isCopy ? <Copy className="i" aria-hidden="true" /> : <Sign className="i" aria-hidden="true" />}
      </span>
      <div>
        <p className="change-title">
          <Title change={change} name={title || t.item} />
          <span className="change-type">{label}</span>
          {isNew && <span className="visually-hidden">{t.isNew}</span>}
        </p>
        {path.length > 0 && page_id !== '0' && <p className="change-path muted">{path.join(' / ')}</p>}
        <Meanings {...change} />
        <p className="change-who muted">
          <Doer {...{ name, username }}>{via ? t.byVia(name, via) : t.by(name)}</Doer>
          <time dateTime={new Date(Number(until_time) * 1000).toISOString()} title={when}>
            {when.replace(/^.*?(\d\d:\d\d)$/, '$1')}
          </time>
          {from_history_id !== '0' && (
            <Link to={paths.diff(page_id, from_history_id)} aria-label={t.compareOf(title)}>
              {t.compare}
            </Link>
          )}
        </p>
      </div>
    </li>
  )
}
