import { Navigate, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'

/** The visit password is missing or has changed (SPEC 8). */
export const isLocked = (code: number) => code === 10303 || code === 10307

/** To the password of the item, with the way back. */
export function ToPassword({ item, page_id }: { item: string; page_id: string | undefined }) {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={paths.itemPassword(item, page_id, pathname + search + hash)} />
}
