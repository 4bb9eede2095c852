import { isId } from '@sheaf/contract'

/** Addresses of the program that once answered everything. */
export const oldDoors = ['/index.php', '/server', '/server/', '/server/index.php']

const isPlace = (text: string) => /^[A-Za-z0-9]{1,100}$/.test(text)

/**
 * Where a link of ShowDoc leads that named its place in the query: `?s=/1`, `?s=/handbook&page_id=4`, `?s=/page/4`, `?s=/uid/2`,
 * `?s=/home/item/show&item_id=1&page_id=4`. Undefined for what names none of ours.
 */
export function placeOf(url: string): string | undefined {
  const fields = new URLSearchParams(url.split('?')[1] ?? '')
  const parts = (fields.get('s') ?? '').split('/').filter(Boolean)
  const [first = '', second = ''] = parts
  if (parts.length === 0) return '/'
  if (parts.length === 1) return inItem(first, fields)
  // The list of somebody's public items: here everybody's are in one place.
  if (first === 'uid' && parts.length === 2 && isId(second)) return '/item/index'
  if (first === 'page' && parts.length === 2 && isId(second)) return `/page/${second}`
  if (parts.join('/').toLowerCase() === 'home/item/show') return inItem(fields.get('item_id') ?? '', fields)
  return undefined
}

function inItem(item: string, fields: URLSearchParams) {
  const page_id = fields.get('page_id') ?? ''
  if (!isPlace(item) || item.toLowerCase() === 'api') return undefined
  return isId(page_id) && Number(page_id) > 0 ? `/${item}/${page_id}` : `/${item}`
}
