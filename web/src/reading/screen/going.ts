import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { searchedState } from '../../lib/searched.ts'

/** To a heading of the page: an entry of its own in the history, so that Back returns to where the reader was in the text. */
export function useHashNavigation(leave: () => { replace: boolean }) {
  const go = useNavigate()
  const { hash: here } = useLocation()
  return useCallback(
    (hash: string) => {
      const { replace } = leave()
      void go(hash, { replace: replace || hash === here })
    },
    [go, leave, here],
  )
}

/** Ways within an item: to a page and to a heading; a panel that lies over the text closes with the step. */
export function usePageNavigation(item: string, leave: () => { replace: boolean }) {
  const go = useNavigate()
  const hrefOf = useCallback((page_id: string) => paths.page({ item_id: item }, page_id), [item])
  const open = useCallback(
    (page_id: string, searched: string) => void go(hrefOf(page_id), { ...leave(), state: searchedState(searched) }),
    [go, hrefOf, leave],
  )
  return { go, hrefOf, open, toHash: useHashNavigation(leave) }
}
