import './state.css'
import type { Answer } from '@sheaf/contract/client'
import { Bot, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Doer } from '../ui/person.tsx'
import { suggestionWords } from './suggestion.words.ts'

type Row = Answer<'suggestion', 'getList'>['list'][number]

/** The editor in which its proposer continues an open suggestion. */
export const continuePath = ({ item_id, page_id, suggestion_id }: Row) =>
  paths.suggest(item_id, page_id, page_id === '0' ? { suggestion: suggestion_id } : {})

const looks = { open: 'info', accepted: 'ok', declined: 'bad', withdrawn: '', overtaken: '' } as const

export function StateTag({ state }: Pick<Row, 'state'>) {
  const t = useWords(suggestionWords)
  return <span className={`tag ${looks[state]}`}>{t[state]}</span>
}

const colourOf = (uid: string) => `ava c${(Number(uid) % 6) + 1}`

/** Who suggested it, through which program, when, and how many lines change. */
export function SuggestionMeta({ row, children }: { row: Row; children?: ReactNode }) {
  const t = useWords(suggestionWords)
  const language = useLanguage()
  return (
    <div className="meta sg-meta">
      <span className="row">
        <span className={colourOf(row.uid)} aria-hidden="true">
          {[...row.name][0]?.toUpperCase()}
        </span>
        <Doer {...row} look="sg-who" />
      </span>
      {row.via && (
        <span className="row">
          <Bot className="i" aria-hidden="true" />
          {t.via(row.via)}
        </span>
      )}
      <span className="row">
        <Clock className="i" aria-hidden="true" />
        {longDate(Number(row.last_update_time), language)}
      </span>
      <span className="num" role="img" aria-label={t.counts(Number(row.added), Number(row.removed))}>
        <span className="plus">+{row.added}</span> <span className="minus">−{row.removed}</span>
      </span>
      {children}
    </div>
  )
}
