import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { storedInTab } from '../../lib/stored.ts'
import { type Menu, pathTo } from '../../tree/item-tree.ts'

const keyOf = (item: string) => `open:${item}`

function remembered(item: string): string[] {
  const kept = storedInTab.readJson(keyOf(item))
  return Array.isArray(kept) ? kept.map(String) : []
}

/** The folders on the way to the page; undefined while a partial menu does not know it. */
const ancestorIdsOf = (menu: Menu, page_id: string | undefined) =>
  page_id === undefined ? undefined : pathTo(menu, page_id)?.map((catalog) => catalog.cat_id)

const plus = (open: ReadonlySet<string>, more: string[]) => (more.every((id) => open.has(id)) ? open : new Set([...open, ...more]))

/** Which folders are open: those on the way to the page, and those the reader opened in this tab before. */
export function useOpenFolders(item: string, menu: Menu, page_id: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(ancestorIdsOf(menu, page_id)))
  const [followed, setFollowed] = useState(() => ancestorIdsOf(menu, page_id) && page_id)
  if (followed !== page_id) {
    const way = ancestorIdsOf(menu, page_id)
    if (way) {
      setFollowed(page_id)
      setOpen(plus(open, way))
    }
  }

  /* Only now: the server does not know them, and the first drawing must be the server's. */
  useLayoutEffect(() => setOpen((now) => plus(now, remembered(item))), [item])
  useEffect(() => void storedInTab.write(keyOf(item), JSON.stringify([...open])), [item, open])

  const turn = useCallback((cat_id: string, on: boolean) => {
    setOpen((now) => {
      const next = new Set(now)
      if (on) next.add(cat_id)
      else next.delete(cat_id)
      return next
    })
  }, [])
  return { open, turn }
}
