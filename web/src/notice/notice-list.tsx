import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read, write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useUnread } from '../session/unread.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { noticeWords } from './notice.words.ts'
import { type Notice, NoticeRow } from './notice-row.tsx'
import { noticeWhen } from './notice-when.ts'

export type NoticeType = 'all' | 'unread'

function Nothing({ type }: { type: NoticeType }) {
  const t = useWords(noticeWords)
  if (type === 'all') return <Empty title={t.none}>{t.noneText}</Empty>
  const all = (
    <Link className="btn" to={paths.notices()}>
      {t.showAll}
    </Link>
  )
  return (
    <Empty title={t.noneUnread} actions={all}>
      {t.noneUnreadText}
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
  const [asking, setAsking] = useState<Notice>()
  const remove = useMutation(write(api.notice.delete))
  return { asking, setAsking, remove }
}

/** The notices of one filter, newest first. What was opened here stays in the list of the unread until one leaves it. */
export function NoticeList({ type }: { type: NoticeType }) {
  const t = useWords(noticeWords)
  const language = useLanguage()
  const list = useQuery({ ...read(api.notice.getList, { notice_type: type }), refetchOnMount: 'always' })
  const setRead = useMutation(write(api.notice.setRead))
  const newest = useUnread()?.notice_id
  const [open, setOpen] = useState<string>()
  const [opened, setOpened] = useState<Notice[]>([])
  const { asking, setAsking, remove } = useRemoval()
  const { data, refetch } = list

  useEffect(() => {
    // The look each minute found one that is not here yet.
    if (newest && data && !data.some(({ notice_id }) => notice_id === newest)) void refetch()
  }, [newest, data, refetch])

  if (list.isPending) return <Waiting />
  if (list.isError) return <ErrorNote title={t.failed} error={list.error} onRetry={() => void refetch()} />

  const isOpened = ({ notice_id }: Notice) => opened.some((one) => one.notice_id === notice_id)
  const shown = [...list.data.filter((row) => !isOpened(row)), ...opened].sort((a, b) => Number(b.notice_id) - Number(a.notice_id))

  const toggle = (notice: Notice) => {
    setOpen(open === notice.notice_id ? undefined : notice.notice_id)
    if (notice.is_read !== '0') return
    setOpened([...opened, { ...notice, is_read: '1' }])
    setRead.mutate({ notice_id: notice.notice_id }, { onError: (error) => toast(error.message, 'bad') })
  }
  const removeAsked = async ({ notice_id }: Notice) => {
    await remove.mutateAsync({ notice_id })
    setOpened(opened.filter((one) => one.notice_id !== notice_id))
  }
  return (
    <>
      {shown.length === 0 && <Nothing type={type} />}
      {shown.length > 0 && (
        <ul className="notices">
          {shown.map((notice) => (
            <NoticeRow
              key={notice.notice_id}
              notice={notice}
              open={open === notice.notice_id}
              onToggle={() => toggle(notice)}
              onRemove={() => setAsking(notice)}
            />
          ))}
        </ul>
      )}
      {asking && (
        <ConfirmDialog
          title={t.removeTitle(asking.notice_title)}
          action={t.removeDo}
          danger
          onConfirm={() => removeAsked(asking)}
          onClose={() => setAsking(undefined)}
        >
          {t.removeText(noticeWhen(asking.notice_time, language))}
        </ConfirmDialog>
      )}
    </>
  )
}
