import type { Answer } from '@sheaf/contract/client'
import { EXPORT_PAGES_MAX } from '@sheaf/contract/limits'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import type { Outline } from './export-part.ts'

export type Page = Answer<'export', 'pages'>['pages'][number]

interface Loaded {
  outline: Outline | undefined
  pages: Map<string, Page>
  error: Error | undefined
}

const nothing: Loaded = { outline: undefined, pages: new Map(), error: undefined }

/** What is to be printed, a handful of pages after the other; whoever leaves ends it. */
export function usePrint(item_id: string, cat_id: string, page_id: string) {
  const [loaded, setLoaded] = useState(nothing)
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((n) => n + 1), [])

  useEffect(() => {
    let isOver = false
    const load = async () => {
      setLoaded(nothing)
      const outline = await api.export.outline({ item_id, cat_id, page_id })
      const wanted = outline.nodes.filter((node) => node.kind === 'page').map((node) => node.id)
      const pages = new Map<string, Page>()
      if (!isOver) setLoaded({ outline, pages, error: undefined })
      for (let at = 0; at < wanted.length && !isOver; at += EXPORT_PAGES_MAX) {
        const some = await api.export.pages({ item_id, page_ids: JSON.stringify(wanted.slice(at, at + EXPORT_PAGES_MAX).map(Number)) })
        for (const page of some.pages) pages.set(page.page_id, page)
        if (!isOver) setLoaded({ outline, pages: new Map(pages), error: undefined })
      }
    }
    load().catch((error: Error) => isOver || setLoaded((before) => ({ ...before, error })))
    return () => {
      isOver = true
    }
  }, [item_id, cat_id, page_id, attempt])

  return { ...loaded, again }
}
