import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { siteTime } from '../../lib/dates.ts'
import { read } from '../../lib/query.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Listing } from '../../ui/frame/list-screen.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { messagesWords } from './messages.words.ts'

/** What everybody was told before, and how many have read it. */
export function MessagesSent() {
  const t = useWords(messagesWords)
  const language = useLanguage()
  const list = useQuery(read(api.adminNotice.getList, {}))
  return (
    <section className="adm-sent">
      <h2>{t.before}</h2>
      <Listing list={list} waiting={<Skeleton lines={4} />} failed={t.failed} empty={<p className="muted">{t.none}</p>}>
        {(notices) => (
          <ul>
            {notices.map((notice) => (
              <li key={`${notice.notice_time} ${notice.notice_title}`}>
                <b>{notice.notice_title}</b>
                {notice.notice_content && <p>{notice.notice_content}</p>}
                <span className="muted">
                  {t.by(notice.from_name, siteTime(notice.notice_time, language))} · {t.read(Number(notice.read), Number(notice.sent))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </section>
  )
}
