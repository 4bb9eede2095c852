import { BookOpen, Clock, FileText, Hash, Lock } from 'lucide-react'
import { memo } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import type { Marked, Row } from './palette-rows.ts'
import { searchWords } from './search.words.ts'
import { hrefOf } from './use-open-row.ts'

/** A text with its ranges marked; what stands in it is text, whatever it looks like. */
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

const icons = { item: BookOpen, page: FileText, heading: Hash, recent: Clock }
const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' }

interface PaletteRowProps {
  row: Row
  id: string
  on: boolean
  searched: string
  onPoint: () => void
  onOpen: () => void
}

/** One hit; a link, so that the browser's own ways to open one work as well. */
export const PaletteRow = memo(function PaletteRow({ row, id, on, searched, onPoint, onOpen }: PaletteRowProps) {
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
