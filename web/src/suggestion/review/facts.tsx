import { NOTE_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { NoteField } from '../../ui/forms/field.tsx'
import { Doer } from '../../ui/person.tsx'
import { reviewWords, suggestionWords } from '../suggestion.words.ts'
import { ReviewMeaning } from './meaning.tsx'
import type { Review, SuggestionInfo } from './model.ts'

interface InfoProps {
  info: SuggestionInfo
}

/** Who changed the page since the base, and how. */
function Meanwhile({ info: { page_id, base_version, current } }: InfoProps) {
  const t = useWords(reviewWords)
  const language = useLanguage()
  if (!current || current.meanwhile.length === 0) return null
  const { meanwhile, base_history_id, is_del } = current
  const more = Number(current.version) - Number(base_version) - meanwhile.length
  return (
    <>
      <h2>{t.meanwhile}</h2>
      <ul className="rv-more" aria-label={t.meanwhile}>
        {meanwhile.map(({ version, author_username, author_name, addtime }) => (
          <li key={version}>
            {t.version(version)} · <Doer name={author_name} username={author_username} /> · {longDate(Number(addtime), language)}
          </li>
        ))}
        {more > 0 && <li>{t.moreVersions(more)}</li>}
        {base_history_id !== '0' && is_del !== '1' && (
          <li>
            <Link to={paths.diff(page_id, base_history_id)}>{t.compareWith(base_version)}</Link>
          </li>
        )}
      </ul>
    </>
  )
}

/** Other open suggestions for the page. */
function Others({ info: { others } }: InfoProps) {
  const t = useWords(reviewWords)
  const shared = useWords(suggestionWords)
  if (others.length === 0) return null
  return (
    <>
      <h2>{t.alsoOpen}</h2>
      <ul className="rv-more" aria-label={t.alsoOpen}>
        {others.map(({ suggestion_id, username, name, via, added, removed }) => (
          <li key={suggestion_id}>
            <Link to={paths.suggestion(suggestion_id)}>{shared.suggestion(suggestion_id)}</Link>
            {' · '}
            <Doer {...{ name, username }} />
            {`${via ? ` · ${shared.via(via)}` : ''} · +${added} −${removed}`}
          </li>
        ))}
      </ul>
    </>
  )
}

interface FactsProps {
  info: SuggestionInfo
  review: Review
  note: string
  onNote: (note: string) => void
  /** What the keys can do now. */
  keys: { leaveOut: boolean; accept: boolean }
}

/** The facts about the suggestion next to the text, and the note to its proposer. */
export function Facts({ info, review, note, onNote, keys }: FactsProps) {
  const t = useWords(reviewWords)
  const isNew = info.page_id === '0'
  const catalogs = useQuery({ ...read(api.catalog.catListName, { item_id: info.item_id }), enabled: isNew })
  const catalog = info.cat_id === '0' ? t.root : catalogs.data?.find(({ cat_id }) => cat_id === info.cat_id)?.cat_name
  return (
    <aside className="rv-side">
      {!isNew && <ReviewMeaning {...{ info, review }} />}
      <h2>{t.facts}</h2>
      <dl>
        {info.current && (
          <>
            <dt>{t.madeFrom}</dt>
            <dd>{t.version(info.base_version)}</dd>
            <dt>{t.pageIsAt}</dt>
            <dd>
              {t.version(info.current.version)} · <Doer name={info.current.author_name} username={info.current.author_username} />
            </dd>
          </>
        )}
        {isNew && (
          <>
            <dt>{t.catalog}</dt>
            <dd>{catalog ?? '…'}</dd>
          </>
        )}
        <dt>{t.hiddenName}</dt>
        <dd>{Number(info.hidden) || t.none}</dd>
      </dl>
      <Meanwhile info={info} />
      <Others info={info} />
      {info.decidable && info.state === 'open' && (
        <>
          <NoteField label={t.note(info.name)} maxLength={NOTE_MAX} value={note} onValue={onNote} />
          <h2>{t.keys}</h2>
          <p>{t.keysGo}</p>
          {keys.leaveOut && <p>{t.keysLeaveOut}</p>}
          {keys.accept && <p>{t.keysAccept}</p>}
        </>
      )}
    </aside>
  )
}
