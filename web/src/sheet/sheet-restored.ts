import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { longDate } from '../lib/dates.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { toast } from '../ui/toast.ts'
import { historyWords } from '../versions/history/history.words.ts'
import { sheetEditWords } from './sheet-edit.words.ts'
import type { OpenedSheet } from './sheet-session.tsx'
import type { Work } from './sheet-work.ts'

interface Options {
  opened: OpenedSheet
  info: Info
  session: string
  work: Work
}

/** A version that was asked for by the address is put over the present one, once; it is not saved yet. */
export function useRestoredSheet({ opened, info, session, work: { replace } }: Options) {
  const t = useWords(sheetEditWords)
  const history = useWords(historyWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    const { restored, page } = opened
    if (!restored || done.current) return
    done.current = true
    replace(restored.page_content)
    toast(t.restored(longDate(Number(restored.addtime), language)), 'ok', { detail: history.restoredDetail })
    // When the page is loaded again it is the draft that counts.
    void navigate(paths.page(info, page.page_id), { replace: true, state: { editor: session } })
  }, [opened, info, session, replace, t, history, language, navigate])
}
