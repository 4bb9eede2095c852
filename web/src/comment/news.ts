import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import type { Listed, Thread } from './thread.ts'

const ASK_EVERY_MS = 30_000

export interface News {
  /** Comments of other people that are not shown yet. */
  count: number
  /** Threads as they are now, by id. */
  threads: ReadonlyMap<string, Thread>
  show: () => void
}

const none: ReadonlyMap<string, Thread> = new Map()

/** Asks for news while the window is visible. What others wrote waits until the reader asks for it, so that nothing moves while they read. */
export function useNews(page_id: string, list: Listed | undefined): News {
  const queries = useQueryClient()
  const [threads, setThreads] = useState(none)
  const latest = useRef(list)
  latest.current = list
  const since = list?.now
  useEffect(() => {
    setThreads(none)
    if (since === undefined) return
    let asked = since
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const news = await api.comment.getList(withoutLoginRedirect({ page_id, state: '', since: asked }))
        asked = news.now
        if (news.threads.length > 0) setThreads((old) => new Map([...old, ...news.threads.map((one) => [one.thread_id, one] as const)]))
      } catch {
        // The next attempt is in half a minute.
      }
    }
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [page_id, since])

  const known = new Set(list?.threads.flatMap(({ comments }) => comments.map(({ comment_id }) => comment_id)))
  const fresh = [...threads.values()].filter(({ state }) => state === 'open')
  const count = fresh.flatMap(({ comments }) => comments).filter(({ comment_id, is_own }) => !is_own && !known.has(comment_id)).length
  const show = useCallback(() => void queries.invalidateQueries({ queryKey: ['comment'] }), [queries])
  return { count, threads, show }
}
