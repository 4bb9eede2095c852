import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { attachmentWords } from '../attachment/attachment.words.ts'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { stayHere } from './editor-saver.ts'
import { bindFiles, type Loose } from './editor-upload-bind.ts'

/** Keeps the files of a page without an id until it has one, and the list of its files as it is. */
export function useBinding(page_id: string) {
  const t = useWords(attachmentWords)
  const queries = useQueryClient()
  const loose = useRef<Loose[]>([])
  const now = useRef(page_id)
  now.current = page_id

  const bindAll = useCallback(async () => {
    const page_id = now.current
    if (page_id === '0') return
    const files = loose.current
    loose.current = []
    const left = files.length ? await bindFiles(files, page_id) : []
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
    /** An upload has arrived; `file` is not on the page yet. */
    settle: useCallback(
      (file: Loose | undefined) => {
        if (file) loose.current.push(file)
        void bindAll()
      },
      [bindAll],
    ),
    /** Puts one of one's own files on the page, now or with its first save. */
    bind: useCallback(
      async (file: Required<Loose>) => {
        if (now.current === '0') loose.current.push(file)
        else await api.attachment.bindingPage(stayHere({ file_id: file.file_id, page_id: now.current }))
        await bindAll()
      },
      [bindAll],
    ),
  }
}
