import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/stored.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconLink } from '../icon-button.tsx'
import { toast } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'

const POLL_INTERVAL_MS = 60_000
const STALE_AFTER_MS = 10_000
const newest = { notice_type: 'unread', count: 1 }
/* The background request never redirects to the login. An ended session is detected by the next user action. */
const newestInBackground = withoutLoginRedirect(newest)

/** The newest unread notice, if any: fetched when a screen opens, every minute, and when the window gets the focus. */
export function useUnread() {
  const signedIn = useAccount() !== null
  const { data } = useQuery({
    ...read(api.notice.getList, newest),
    queryFn: () => api.notice.getList(newestInBackground),
    enabled: signedIn,
    staleTime: STALE_AFTER_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  return signedIn ? data?.[0] : undefined
}

/** SPEC 4: the unread-notice message shows for 10 seconds. */
const NOTICE_TOAST_MS = 10_000
const NOTICE_TEXT_MAX = 180

/** A notice of an administrator can be long; the message shows its beginning, without half a word. */
const shorten = (text: string) =>
  text.length > NOTICE_TEXT_MAX ? `${text.slice(0, NOTICE_TEXT_MAX + 1).replace(/(?:\s\S{0,30}|\S)$/, '')}…` : text

/** Without browser storage, this window remembers the last shown notice. */
const shownHere = new Map<string, number>()

/** Whether this notice is new for the user in all tabs; marks it as shown. */
function claimNotice(uid: string, notice_id: string) {
  const key = `notice_told_${uid}`
  if ((shownHere.get(key) ?? 0) >= Number(notice_id)) return false
  if (Number(stored.read(key) ?? 0) >= Number(notice_id)) return false
  if (!stored.write(key, notice_id)) shownHere.set(key, Number(notice_id))
  return true
}

/** Link to the notices with a dot while one is unread. A new notice is shown once. */
export function NoticeBell({ account }: { account: Account }) {
  const t = useWords(uiWords)
  const unread = useUnread()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = pathname === paths.notices()

  useEffect(() => {
    if (!unread || !claimNotice(account.uid, unread.notice_id) || here) return
    const action = { text: t.readNotices, run: () => navigate(paths.notices()) }
    toast(unread.notice_title || t.newNotice, 'info', { detail: shorten(unread.notice_content), action, durationMs: NOTICE_TOAST_MS })
  }, [unread, account.uid, here, navigate, t])

  return (
    <IconLink to={paths.notices()} name={unread ? t.noticesUnread : t.notices} aria-current={here ? 'page' : undefined}>
      <Bell className="i" aria-hidden="true" />
      {unread && <span className="dot" />}
    </IconLink>
  )
}
