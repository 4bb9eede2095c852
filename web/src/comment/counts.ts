import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'
import { whenIdle } from '../lib/document/idle.ts'

const none: ReadonlyMap<string, number> = new Map()

/** Open threads by page, for those who edit the item; asked when the browser has nothing else to do. */
export function useCommentCounts(item_id: string, isEditor: boolean): ReadonlyMap<string, number> {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => (isEditor ? whenIdle(() => setIdle(true)) : undefined), [isEditor])
  const { data } = useQuery({ ...read(api.comment.counts, withoutLoginRedirect({ item_id })), enabled: isEditor && isIdle, retry: false })
  return useMemo(() => (data ? new Map(data.map(({ page_id, open }) => [page_id, Number(open)])) : none), [data])
}
