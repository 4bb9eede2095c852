import type { Answer } from '@sheaf/contract/client'
import { ChevronRight, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { noticeWords } from './notice.words.ts'
import { noticeWhen } from './notice-when.ts'

export type Notice = Answer<'notice', 'getList'>[number]

interface Props {
  notice: Notice
  open: boolean
  onToggle: () => void
  onRemove: () => void
}

function NoticeLink({ notice: { item_id, page_id } }: { notice: Notice }) {
  const t = useWords(noticeWords)
  if (item_id === '0') return null
  const page = page_id !== '0'
  return (
    <Link className="btn s" to={page ? paths.page({ item_id }, page_id) : paths.item({ item_id })}>
      {page ? t.toPage : t.toItem}
    </Link>
  )
}

/** One line of the list; its text unfolds below. */
export function NoticeRow({ notice, open, onToggle, onRemove }: Props) {
  const t = useWords(noticeWords)
  const language = useLanguage()
  const text = useId()
  const unread = notice.is_read === '0'
  return (
    <li className={unread ? 'notice new' : 'notice'}>
      <div className="notice-head">
        <button type="button" className="notice-opener" aria-expanded={open} aria-controls={open ? text : undefined} onClick={onToggle}>
          <span className="notice-mark">{unread && <span className="sr">{t.unreadMark}</span>}</span>
          <span className="notice-title">{notice.notice_title || notice.from_name}</span>
          <time dateTime={notice.notice_time.replace(' ', 'T')}>{noticeWhen(notice.notice_time, language)}</time>
          <ChevronRight className="i" aria-hidden="true" />
          {!open && <span className="notice-start">{notice.notice_content}</span>}
        </button>
        <IconButton className="s notice-remove" name={t.removeOf(notice.notice_title)} data-tip={t.remove} onClick={onRemove}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </div>
      {open && (
        <div id={text} className="notice-text">
          <p>{notice.notice_content}</p>
          <div className="notice-end">
            <NoticeLink notice={notice} />
            {notice.from_name && <span>{t.from(notice.from_name)}</span>}
          </div>
        </div>
      )}
    </li>
  )
}
