import type { Answer } from '@sheaf/contract/client'
import { siteTime } from '../lib/format/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { recycleWords } from './recycle.words.ts'

export type Deleted = Answer<'recycle', 'getList'>[number]

/** From so many days on there is no hurry. */
const EXPIRY_WARNING_DAYS = 4

interface RecycleRowProps {
  deleted: Deleted
  /** Absent where the page has no text to look at. */
  onLook: (() => void) | undefined
  onRecover: () => void
}

export function RecycleRow({ deleted, onLook, onRecover }: RecycleRowProps) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const { page_title, del_by_username, del_time, days_left } = deleted
  const days = Number(days_left)
  return (
    <tr>
      <th scope="row">
        {onLook ? (
          <button type="button" className="bin-look" aria-label={t.look(page_title)} aria-haspopup="dialog" onClick={onLook}>
            {page_title}
          </button>
        ) : (
          page_title
        )}
      </th>
      <td className="bin-who">
        <span className="hide-s">{del_by_username}</span>
        <span className="only-s">{t.by(del_by_username)}</span>
      </td>
      <td className="bin-when muted">{siteTime(del_time, language)}</td>
      <td className={days < EXPIRY_WARNING_DAYS ? 'bin-left soon' : 'bin-left muted'}>{t.days(days)}</td>
      <td className="end">
        <button type="button" className="btn s" aria-label={t.recoverOf(page_title)} aria-haspopup="dialog" onClick={onRecover}>
          {t.recover}
        </button>
      </td>
    </tr>
  )
}
