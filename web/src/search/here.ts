import { screenSegments } from '@sheaf/contract/routes'

/** Parts of the server, and the page of our own parts in development: no item's either. */
const NO_ITEM = /^(?:design|api|server|assets)$/

/** The item a screen is in, as its address names it, and the page shown there. */
export interface CurrentItem {
  item: string
  page_id: string | undefined
}

export function currentItemAt(pathname: string): CurrentItem | undefined {
  const [first = '', second = '', third, fourth] = pathname.split('/').slice(1)
  if (first === 'page' && second === 'edit' && third) return { item: third, page_id: fourth === '0' ? undefined : fourth }
  if ((first === 'item' && (second === 'setting' || second === 'export') && third) || (first === 'catalog' && second))
    return { item: first === 'item' ? (third as string) : second, page_id: undefined }
  if (first === '' || screenSegments.has(first) || NO_ITEM.test(first) || (second !== '' && !/^\d+$/.test(second))) return undefined
  return { item: first, page_id: second || undefined }
}
