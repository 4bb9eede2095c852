import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { searchedState } from '../lib/searched.ts'

/** Ways within an item: to a page and to a heading; a panel that lies over the text closes with the step. */
export function useGoing(item: string, close: () => void) {
  const go = useNavigate()
  const hrefOf = useCallback((page_id: string) => paths.page({ item_id: item }, page_id), [item])
  const open = useCallback(
    (page_id: string, searched: string) => {
      close()
      void go(hrefOf(page_id), { state: searchedState(searched) })
    },
    [go, hrefOf, close],
  )
  const toHash = useCallback(
    (hash: string) => {
      close()
      void go(hash, { replace: true })
    },
    [go, close],
  )
  return { go, hrefOf, open, toHash }
}
