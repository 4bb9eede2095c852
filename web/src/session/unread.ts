import { useQuery } from '@tanstack/react-query'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useAccount } from './session.ts'

const POLL_INTERVAL_MS = 60_000
const STALE_AFTER_MS = 10_000
const newest = { notice_type: 'unread', count: 1 }
/* A session that ended is found out by what the person does next; a look in the background does not take them off their screen. */
const quietly = withoutLoginRedirect(newest)

/** The newest unread notice, if there is one: asked when a screen opens, then each minute and when the window is looked at again. */
export function useUnread() {
  const signedIn = useAccount() !== null
  const { data } = useQuery({
    ...read(api.notice.getList, newest),
    queryFn: () => api.notice.getList(quietly),
    enabled: signedIn,
    staleTime: STALE_AFTER_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  return signedIn ? data?.[0] : undefined
}
