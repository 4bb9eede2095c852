import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { searchedState } from '../lib/searched.ts'
import type { Row } from './palette-rows.ts'

/** What is marked on the page that opens; an item is not searched further. */
const searchedOf = ({ kind }: Row, words: string) => (kind === 'page' || kind === 'heading' ? words : '')

export const hrefOf = (row: Row, words: string) => paths.found(row.path, { q: searchedOf(row, words), anchor: row.anchor })

/** Opens a row here or in a new tab. */
export function useOpenRow(words: string, onClose: () => void) {
  const go = useNavigate()
  const { base } = useBoot()
  return useCallback(
    (row: Row, inTab: boolean) => {
      if (inTab) return void window.open(base + hrefOf(row, words), '_blank', 'noopener')
      onClose()
      void go(paths.found(row.path, { anchor: row.anchor }), { state: searchedState(searchedOf(row, words)) })
    },
    [go, base, words, onClose],
  )
}
