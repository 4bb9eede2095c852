import { Activity, BookOpen, Clock, FileText, Globe, Hash, Lock } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { searchedState } from '../lib/search-state.ts'
import { useWords } from '../lib/words.ts'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import type { Marked, Row, Section, Selection } from './hits.ts'
import { searchWords } from './search.words.ts'

/** The words to mark on the page that opens; an item has no marks. */
const searchedOf = ({ kind }: Row, words: string) => (kind === 'page' || kind === 'heading' ? words : '')

const hrefOf = (row: Row, words: string) => paths.found(row.path, { q: searchedOf(row, words), anchor: row.anchor })

/** Opens a row in this tab or in a new one. */
export function useOpenRow(words: string, onClose: () => void) {
  const go = useNavigate()
  const { base } = useBoot()
  return useCallback(
    (row: Row, inTab: boolean) => {
      if (inTab) return void window.open(base + hrefOf(row, words), '_blank', 'noopener')
      onClose()
      go(paths.found(row.path, { anchor: row.anchor }), { state: searchedState(searchedOf(row, words)) })
    },
    [go, base, words, onClose],
  )
}

/** A text with its ranges marked. It is always rendered as text, never as HTML. */
function MarkedText({ text, marks }: Marked) {
  let end = 0
  return (
    <>
      {marks.map(([from = 0, to = 0]) => {
        const before = text.slice(end, from)
        end = to
        return (
          <span key={from}>
            {before}
            <mark>{text.slice(from, to)}</mark>
          </span>
        )
      })}
      {text.slice(end)}
    </>
  )
}

const icons = { item: BookOpen, page: FileText, heading: Hash, recent: Clock, changed: Activity }
const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' }

interface PaletteRowProps {
  row: Row
  id: string
  on: boolean
  searched: string
  onPoint: () => void
  onOpen: () => void
}

/** One hit. It is a link, so that the browser's own commands for links work. */
const PaletteRow = memo(function PaletteRow({ row, id, on, searched, onPoint, onOpen }: PaletteRowProps) {
  const t = useWords(searchWords)
  const { base } = useBoot()
  const Icon = icons[row.kind]
  return (
    <a
      id={id}
      role="option"
      aria-selected={on}
      className={on ? 'ph on' : 'ph'}
      tabIndex={-1}
      href={base + hrefOf(row, searched)}
      onMouseMove={on ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen()
      }}
    >
      <Icon className="i" aria-hidden="true" />
      <span className="grow">
        <span className="row">
          <b className="cut">
            <MarkedText {...row.title} />
          </b>
          {row.method && <span className={`verb ${verbs[row.method] ?? 'other'}`}>{row.method}</span>}
          {row.isPrivate && <Lock className="i" role="img" aria-label={t.isPrivate} />}
        </span>
        {row.below?.text && (
          <span className="below cut">
            <MarkedText {...row.below} />
          </span>
        )}
      </span>
      {row.end && <span className="muted cut pp">{row.end}</span>}
      {on && (
        <span className="kbd" aria-hidden="true">
          Enter
        </span>
      )}
    </a>
  )
})

interface Props {
  sections: Section[]
  keyword: string
  /** The words of the hits: the keyword, or similar ones if nothing has it. */
  searched: string
  waiting: boolean
  outdated: boolean
  error: Error | null
  chosen: Selection
  onRetry: () => void
  /** Searches for the same text in all items. */
  onElsewhere: (() => void) | undefined
  onOpen: (row: Row) => void
}

const BONES = ['62%', '48%', '70%', '55%']

/** The hits in their sections, or the reason why there are none. */
export function PaletteList({ sections, keyword, searched, waiting, outdated, error, chosen, onRetry, onElsewhere, onOpen }: Props) {
  const t = useWords(searchWords)
  const isEmpty = sections.length === 0
  const instead = keyword !== '' && searched !== keyword && t.instead(keyword, searched)
  return (
    <div className="pls" aria-busy={waiting}>
      {instead && (
        <p className="pg" aria-hidden="true">
          {instead}
        </p>
      )}
      <div id={chosen.list} role="listbox" aria-label={t.title} className={outdated ? 'old' : undefined}>
        {!error &&
          sections.map(({ name, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups of options, not fieldsets
            <div key={name} role="group" aria-label={t[name]}>
              <div className="pg" aria-hidden="true">
                {t[name]}
              </div>
              {rows.map((row) => (
                <PaletteRow
                  key={row.key}
                  row={row}
                  id={chosen.idOf(row)}
                  on={chosen.row === row}
                  searched={searched}
                  onPoint={() => chosen.choose(row)}
                  onOpen={() => onOpen(row)}
                />
              ))}
            </div>
          ))}
      </div>
      {error && <ErrorNote title={t.failed} error={error} onRetry={onRetry} />}
      {isEmpty && waiting && <Waiting />}
      {isEmpty && !waiting && !error && keyword === '' && <Empty title={t.start}>{t.startHint}</Empty>}
      {isEmpty && !waiting && !error && keyword !== '' && (
        <Empty
          title={t.nothing(keyword)}
          actions={
            onElsewhere && (
              <button type="button" className="btn" onClick={onElsewhere}>
                <Globe className="i" aria-hidden="true" />
                {t.searchEverywhere}
              </button>
            )
          }
        >
          {t.nothingHint}
        </Empty>
      )}
      <div className="visually-hidden" role="status">
        {keyword !== '' && !waiting && !error ? (isEmpty ? t.nothing(keyword) : `${instead || ''} ${t.found(chosen.count)}`.trim()) : ''}
      </div>
    </div>
  )
}

const Waiting = () => (
  <Skeleton>
    {BONES.map((width) => (
      <div key={width} className="ph wait">
        <Bone width={16} height={16} />
        <div className="grow">
          <Bone width={width} height={14} />
          <Bone width="84%" />
        </div>
      </div>
    ))}
  </Skeleton>
)
