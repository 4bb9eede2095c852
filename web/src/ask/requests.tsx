import './ask.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Person } from '../ui/person.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { type Ask, DeclineDialog, GiveDialog, type Scope } from './decide.tsx'
import { requestWords } from './requests.words.ts'

interface RowProps {
  ask: Ask
  item_id: string
  onGive: () => void
  onDecline: () => void
}

function AskRow({ ask, item_id, onGive, onDecline }: RowProps) {
  const t = useWords(requestWords)
  const language = useLanguage()
  const name = ask.name || ask.username
  return (
    <li className="ask-row">
      <div>
        <div className="ask-who">
          <Person name={ask.name} username={ask.username} />
          <span className="tag">{ask.wants === 'edit' ? t.wantsEdit : t.wantsRead}</span>
        </div>
        <div className="ask-meta">
          {[t.since(shortDate(Number(ask.addtime), language)), ...(ask.member_group_id === '0' ? [t.member] : [])].join(' · ')}
          {ask.page_id !== '0' && (
            <>
              {' · '}
              <Link to={paths.page({ item_id }, ask.page_id)}>{t.page(ask.page_title)}</Link>
            </>
          )}
        </div>
      </div>
      {ask.note && (
        <p className="ask-note" dir="auto">
          {ask.note}
        </p>
      )}
      <div className="ask-acts">
        <button type="button" className="btn small" aria-label={t.giveTo(name)} aria-haspopup="dialog" onClick={onGive}>
          {t.give}
        </button>
        <button type="button" className="btn quiet small" aria-label={t.declineOf(name)} aria-haspopup="dialog" onClick={onDecline}>
          {t.decline}
        </button>
      </div>
    </li>
  )
}

/** The open requests for access to an item; nothing while there are none. */
export function AskRequests({ item_id, scopes }: { item_id: string; scopes: Scope[] | undefined }) {
  const t = useWords(requestWords)
  const [deciding, setDeciding] = useState<{ ask: Ask; yes: boolean }>()
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root, '.ask-acts button')
  const list = useQuery(read(api.ask.getList, { item_id }))
  if (list.isError && !list.data) return <ErrorNote title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
  const close = () => setDeciding(undefined)
  return (
    <>
      <div ref={root} {...keptFocus}>
        {list.data && list.data.length > 0 && (
          <section className="ask-asks">
            <h2>{t.title(list.data.length)}</h2>
            <p className="help">{t.about}</p>
            <ul className="ask-list">
              {list.data.map((ask) => (
                <AskRow
                  key={ask.ask_id}
                  ask={ask}
                  item_id={item_id}
                  onGive={() => setDeciding({ ask, yes: true })}
                  onDecline={() => setDeciding({ ask, yes: false })}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      {deciding?.yes === true && <GiveDialog ask={deciding.ask} item_id={item_id} scopes={scopes} onClose={close} />}
      {deciding?.yes === false && <DeclineDialog ask={deciding.ask} onClose={close} />}
    </>
  )
}
