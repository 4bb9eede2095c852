import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { attachmentWords } from '../../attachment/attachment.words.ts'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'

/** Keeps the files of a page without an id until it has one, and the list of its files as it is. */
export function useBinding(page_id: string) {
  const t = useWords(attachmentWords)
  const queries = useQueryClient()
  const loose = useRef<string[]>([])
  const now = useRef(page_id)
  now.current = page_id

  const bindAll = useCallback(async () => {
    const page_id = now.current
    if (page_id === '0') return
    const left: string[] = []
    for (const file_id of loose.current.splice(0))
      await api.attachment.bindingPage(withoutLoginRedirect({ file_id, page_id })).catch(() => left.push(file_id))
    loose.current.push(...left)
    if (left.length) toast(t.notBound, 'bad', { action: { text: t.again, run: () => void bindAll() } })
    void queries.invalidateQueries({ queryKey: ['attachment'] })
    // Fetched even where nobody looks at the list: the count in the bar comes from it.
    await queries.fetchQuery({ ...read(api.page.uploadList, { page_id }), staleTime: 0 }).catch(() => {})
  }, [queries, t])

  useEffect(() => {
    if (page_id !== '0' && loose.current.length) void bindAll()
  }, [page_id, bindAll])

  return {
    /** An upload has arrived; one with an id is not on the page yet. */
    settle: useCallback(
      (file_id: string | undefined) => {
        if (file_id) loose.current.push(file_id)
        void bindAll()
      },
      [bindAll],
    ),
    /** Puts one of one's own files on the page, now or with its first save. */
    bind: useCallback(
      async (file_id: string) => {
        if (now.current === '0') loose.current.push(file_id)
        else await api.attachment.bindingPage(withoutLoginRedirect({ file_id, page_id: now.current }))
        await bindAll()
      },
      [bindAll],
    ),
  }
}
