import { Navigate, useLocation } from 'react-router'
import type { ApiError } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { usePage } from './data.ts'
import { ItemSkeleton } from './wait.tsx'

/** The visit password is missing or has changed (SPEC 8). */
export const isLocked = (code: number) => code === 10303 || code === 10307

/** The item of a page that is closed to a member who reads other catalogs of it; its screen says which. */
export const itemOfMember = ({ data }: ApiError) => (data as { item_id?: string } | null)?.item_id

/** To the password of the item, with the way back. */
export function PasswordRedirect({ item, page_id }: { item: string; page_id: string | undefined }) {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={paths.itemPassword(item, page_id, pathname + search + hash)} />
}

/** An item that is closed to the reader; the page of this address may have moved to one that is not. */
export function ClosedItem({ item, page_id }: { item: string; page_id: string | undefined }) {
  const page = usePage(page_id)
  const { hash } = useLocation()
  if (page.waiting) return <ItemSkeleton />
  return page.view && page.view.item_id !== item ? (
    <Navigate replace to={paths.page(page.view, page.view.page_id) + hash} />
  ) : (
    <PasswordRedirect item={item} page_id={page_id} />
  )
}
