import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useUnread } from '../ui/frame/notice-bell.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { noticeWords } from './notice.words.ts'

export type Notice = Answer<'notice', 'getList'>[number]

interface Props {
  notice: Notice
  open: boolean
  onToggle: () => void
  onRemove: () => void
}

function NoticeLink({ notice: { item_id, page_id, thread_id, suggestion_id, source_id, setting } }: { notice: Notice }) {
  const t = useWords(noticeWords)
  if (suggestion_id !== '0')
    return (
      <Link className="btn small" to={paths.suggestion(suggestion_id)}>
        {t.toSuggestion}
      </Link>
    )
  if (thread_id !== '0')
    return (
      <Link className="btn small" to={paths.thread({ item_id }, page_id, thread_id)}>
        {t.toThread}
      </Link>
    )
  if (source_id !== '0')
    return (
      <Link className="btn small" to={paths.source(item_id, source_id)}>
        {t.toSource}
      </Link>
    )
  const isOfPages = setting === 'truth' || setting === 'review'
  if (isOfPages && page_id === '0')
    return (
      <Link className="btn small" to={setting === 'truth' ? paths.truth(item_id) : paths.review(item_id)}>
        {t.toTruth}
      </Link>
    )
  if (setting === 'asks')
    return (
      <Link className="btn small" to={paths.itemSetting(item_id, 'members')}>
        {t.toAsks}
      </Link>
    )
  if (setting && !isOfPages)
    return (
      <Link className="btn small" to={paths.siteSetting(setting)}>
        {t.toSetting}
      </Link>
    )
  if (item_id === '0') return null
  const page = page_id !== '0'
  return (
    <Link className="btn small" to={page ? paths.page({ item_id }, page_id) : paths.item({ item_id })}>
      {page ? t.toPage : t.toItem}
    </Link>
  )
}

/** One notice; its text expands below. */
function NoticeRow({ notice, open, onToggle, onRemove }: Props) {
  const t = useWords(noticeWords)
  const language = useLanguage()
  const text = useId()
  const unread = notice.is_read === '0'
  return (
    <li className={unread ? 'notice new' : 'notice'}>
      <div className="notice-head">
        <button type="button" className="notice-opener" aria-expanded={open} aria-controls={open ? text : undefined} onClick={onToggle}>
          <span className="notice-mark">{unread && <span className="visually-hidden">{t.unreadMark}</span>}</span>
          <span className="notice-title">{notice.notice_title || notice.from_name}</span>
          <time dateTime={notice.notice_time.replace(' ', 'T')}>{siteTime(notice.notice_time, language)}</time>
          <ChevronRight className="i" aria-hidden="true" />
          {!open && <span className="notice-start">{notice.notice_content}</span>}
        </button>
        <button
          type="button"
          className="btn quiet small"
          aria-label={t.removeOf(notice.notice_title)}
          aria-haspopup="dialog"
          onClick={onRemove}
        >
          {t.remove}
        </button>
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

export type NoticeType = 'all' | 'unread'
/** What the notices are about; `all` includes groups without a filter of their own. */
export const noticeGroups = ['all', 'to_me', 'watched', 'feedback', 'site'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

function Nothing({ type, group }: { type: NoticeType; group: NoticeGroup }) {
  const t = useWords(noticeWords)
  if (type === 'all' && group === 'all') return <Empty title={t.none}>{t.noneText}</Empty>
  const all = (
    <Link className="btn" to={paths.notices()}>
      {t.showAll}
    </Link>
  )
  return (
    <Empty title={type === 'all' ? t.noneGroup : t.noneUnread} actions={all}>
      {group === 'all' ? t.noneUnreadText : type === 'all' ? t.noneGroupText : t.noneUnreadGroupText}
    </Empty>
  )
}

const Waiting = () => (
  <Skeleton>
    <div className="notice-wait">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key}>
          <Bone width="46%" />
          <Bone width={130} />
        </div>
      ))}
    </div>
  </Skeleton>
)

function useRemoval() {
  const [removing, setRemoving] = useState<Notice>()
  const remove = useSend(api.notice.delete)
  return { removing, setRemoving, remove }
}

/** The notices of one filter, newest first. An opened notice stays in the unread list until the user leaves the list. */
export function NoticeList({ type, group }: { type: NoticeType; group: NoticeGroup }) {
  const t = useWords(noticeWords)
  const language = useLanguage()
  const list = useQuery({ ...read(api.notice.getList, { notice_type: type, ...(group !== 'all' && { group }) }), refetchOnMount: 'always' })
  const setRead = useSend(api.notice.setRead, { failed: true, queue: 'read notices' })
  const newest = useUnread()?.notice_id
  const [open, setOpen] = useState<string>()
  const [opened, setOpened] = useState<Notice[]>([])
  const { removing, setRemoving, remove } = useRemoval()
  const { data, refetch } = list

  useEffect(() => {
    // The query for unread notices found one that is not in the list yet.
    if (newest && data && !data.some(({ notice_id }) => notice_id === newest)) void refetch()
  }, [newest, data, refetch])

  if (list.isPending) return <Waiting />
  if (list.isError) return <ErrorNote title={t.failed} error={list.error} onRetry={() => void refetch()} />

  const isOpened = ({ notice_id }: Notice) => opened.some((other) => other.notice_id === notice_id)
  const shown = [...list.data.filter((row) => !isOpened(row)), ...opened].sort((a, b) => Number(b.notice_id) - Number(a.notice_id))

  const toggle = (notice: Notice) => {
    setOpen(open === notice.notice_id ? undefined : notice.notice_id)
    if (notice.is_read !== '0') return
    setOpened([...opened, { ...notice, is_read: '1' }])
    void setRead.send({ notice_id: notice.notice_id })
  }
  const removeNotice = async ({ notice_id }: Notice) => {
    await remove.send({ notice_id })
    setOpened(opened.filter((other) => other.notice_id !== notice_id))
  }
  return (
    <>
      {shown.length === 0 && <Nothing type={type} group={group} />}
      {shown.length > 0 && (
        <ul className="notices">
          {shown.map((notice) => (
            <NoticeRow
              key={notice.notice_id}
              notice={notice}
              open={open === notice.notice_id}
              onToggle={() => toggle(notice)}
              onRemove={() => setRemoving(notice)}
            />
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(removing.notice_title)}
          action={t.removeDo}
          danger
          onConfirm={() => removeNotice(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeText(siteTime(removing.notice_time, language))}
        </ConfirmDialog>
      )}
    </>
  )
}
