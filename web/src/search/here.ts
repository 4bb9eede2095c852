/** First parts of addresses that are no item's. */
const REST = /^(?:user|item|page|p|catalog|notice|admin|team|attachment|design|api|server|assets)$/

/** The item a screen is in, as its address names it, and the page shown there. */
export interface Here {
  item: string
  page_id: string | undefined
}

export function hereOf(pathname: string): Here | undefined {
  const [first = '', second = '', third, fourth] = pathname.split('/').slice(1)
  if (first === 'page' && second === 'edit' && third) return { item: third, page_id: fourth === '0' ? undefined : fourth }
  if ((first === 'item' && (second === 'setting' || second === 'export') && third) || (first === 'catalog' && second))
    return { item: first === 'item' ? (third as string) : second, page_id: undefined }
  if (first === '' || REST.test(first) || (second !== '' && !/^\d+$/.test(second))) return undefined
  return { item: first, page_id: second || undefined }
}
