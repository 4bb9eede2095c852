import { useQuery } from '@tanstack/react-query'
import { api, stayHere } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useAccount } from './session.ts'

const EVERY = 60_000
const FRESH = 10_000
const newest = { notice_type: 'unread', count: 1 }
/* A session that ended is found out by what the person does next; a look in the background does not take them off their screen. */
const quietly = stayHere(newest)

/** The newest unread notice, if there is one: asked when a screen opens, then each minute and when the window is looked at again. */
export function useUnread() {
  const signedIn = useAccount() !== null
  const { data } = useQuery({
    ...read(api.notice.getList, newest),
    queryFn: () => api.notice.getList(quietly),
    enabled: signedIn,
    staleTime: FRESH,
    refetchInterval: EVERY,
    refetchOnWindowFocus: true,
  })
  return signedIn ? data?.[0] : undefined
}
