import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { longDate } from '../lib/dates.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { historyWords } from '../versions/history/history.words.ts'
import type { Content } from '../writing/saver.ts'
import type { Opened } from './load.ts'

interface Options {
  opened: Opened
  session: string
  ready: boolean
  write: (content: Content) => void
}

/** A version that was asked for by the address is put over the present text, once; it is not saved yet. */
export function useRestored({ opened, session, ready, write }: Options) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    const { restored, content, item, page_id } = opened
    if (!ready || !restored || done.current) return
    done.current = true
    // The catalog is no part of a text.
    write({ ...restored, cat_id: content.cat_id })
    toast(t.restored(longDate(Number(restored.addtime), language)), 'ok', { detail: t.restoredDetail })
    // When the page is loaded again it is the draft that counts.
    void navigate(paths.edit(item.item_id, page_id), { replace: true, state: { editor: session } })
  }, [opened, session, ready, write, t, language, navigate])
}
