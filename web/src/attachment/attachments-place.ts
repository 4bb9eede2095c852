import { useSearchParams } from 'react-router'
import { ALL, OTHERS, PICTURES } from './file.ts'
import type { Wanted } from './own-files.ts'

/** Filter and page live in the address, so that a reload and the way back find them again. */
export function useAttachmentsPlace() {
  const [address, setAddress] = useSearchParams()
  const kind = address.get('attachment_type') ?? ALL
  const wanted: Wanted = {
    display_name: address.get('display_name') ?? '',
    attachment_type: kind === PICTURES || kind === OTHERS ? kind : ALL,
  }
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1)

  const go = (to: Wanted, page: number, replace: boolean) => {
    const next = new URLSearchParams()
    if (to.display_name) next.set('display_name', to.display_name)
    if (to.attachment_type !== ALL) next.set('attachment_type', to.attachment_type)
    if (page > 1) next.set('page', String(page))
    setAddress(next, { replace })
  }
  return {
    wanted,
    page,
    /** Another filter begins at its first page. */
    filter: (to: Wanted) => go(to, 1, true),
    turn: (page: number, replace = false) => go(wanted, page, replace),
  }
}
