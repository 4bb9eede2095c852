import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useLanguage } from '../../lib/words.ts'
import type { Info, Row } from '../../tree/item-tree.ts'

/** As the style sheet draws it: where names begin, and by how much each level goes in. */
const INDENT = { start: 30, step: 14 }
const load = () => Promise.all([import('../../tree/drag.ts'), import('../../tree/arrange.ts')])

interface Given {
  info: Info
  rows: Row[]
  onNeedAll: () => void
  onOpen: (cat_id: string) => void
}

/** Moving lines of the reading view's tree by mouse and finger. What it takes is fetched when somebody who may presses a line. */
export function useTreeDrag({ info, rows, onNeedAll, onOpen }: Given) {
  const queries = useQueryClient()
  const language = useLanguage()
  const now = useRef({ info, rows })
  now.current = { info, rows }
  const mayEdit = info.item_edit && info.is_archived !== '1'
  /* Browsers ask for this before a finger goes down, or they scroll away with what it holds. */
  useEffect(() => {
    const lines = mayEdit && document.querySelector('.side .lines')
    if (!lines) return
    const none = () => {}
    lines.addEventListener('touchmove', none, { passive: false })
    return () => lines.removeEventListener('touchmove', none)
  }, [mayEdit])
  if (!mayEdit) return undefined
  return (event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => {
    const [begun, lines] = [event.nativeEvent, event.currentTarget]
    let over = false
    const ended = new AbortController()
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, () => (over = true), { signal: ended.signal, capture: true })
    onNeedAll()
    void load()
      .then(([{ follow }, { arrange }]) => {
        if (over) return
        const rowHeight = lines.firstElementChild?.getBoundingClientRect().height ?? 30
        follow(begun, row.page_id === undefined ? { cat_id: row.cat_id as string } : { page_id: row.page_id }, {
          ...{ box, lines, rowHeight, indent: INDENT, language, onOpen },
          rows: () => now.current.rows,
          tree: () => now.current.info,
          onDrop: (thing, place) => void arrange({ queries, language, item_id: info.item_id }, thing, place),
        })
      })
      .finally(() => ended.abort())
  }
}
