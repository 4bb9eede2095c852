import { screenSegments } from '@sheaf/contract/routes'

/** Path segments of the server and of the design page in development; they are not items. */
const NO_ITEM = /^(?:design|api|server|assets)$/

/** The item (id or short name) and the page of the current screen. */
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
