import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { noteRecent } from '../../lib/recent.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import type { Info } from '../../tree/item-tree.ts'
import type { View } from '../article/view.tsx'
import { readingWords } from '../reading.words.ts'

/** What follows from a page being shown: the window's title, the list of recent pages, and the address it belongs to. */
export function usePageShown(info: Info, view: View | undefined, page_title: string | undefined) {
  const t = useWords(readingWords)
  const go = useNavigate()
  const account = useAccount()
  useEffect(() => {
    document.title = [page_title, info.item_name, t.product].filter(Boolean).join(' - ')
  }, [page_title, info.item_name, t.product])
  useEffect(() => {
    if (view) noteRecent(account?.uid, view.page_id)
  }, [view, account])
  /* A page of another item is shown where it belongs. */
  const strayed = view && view.item_id !== info.item_id ? paths.page({ item_id: view.item_id }, view.page_id) : undefined
  useEffect(() => {
    if (strayed) void go(strayed + location.search + location.hash, { replace: true })
  }, [strayed, go])
}
