import { useLocation } from 'react-router'
import type { ApiError } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Bone } from '../../ui/placeholder.tsx'
import { readingWords } from '../reading.words.ts'
import { usePage } from './data.ts'

const lines = [60, 74, 48, 82, 66, 55, 70, 44]

/** The screen while the item loads. Every part has its final size. */
export function ItemSkeleton() {
  const t = useWords(readingWords)
  return (
    <div className="reading" role="status" aria-busy="true" aria-label={t.loadingPage}>
      <div className="top read-top">
        <Bone width={180} height={14} />
      </div>
      <div className="read">
        <div className="side">
          <div className="side-box bones">
            {lines.map((width) => (
              <Bone key={width} width={`${width}%`} />
            ))}
          </div>
        </div>
        <div className="mid">
          <PageSkeleton />
        </div>
      </div>
    </div>
  )
}

/** The page while it loads. `crumbs` reserves the breadcrumb line of a page in a catalog. */
export const PageSkeleton = ({ crumbs = false }: { crumbs?: boolean }) => (
  <div className="mid-in page-wait" aria-hidden="true">
    {crumbs && <Bone width={90} />}
    <Bone width="56%" height={30} />
    <Bone width={240} />
    {lines.map((width) => (
      <Bone key={width} width={`${width + 18}%`} height={14} />
    ))}
  </div>
)

/** The item id in an error about a page outside the catalogs that the member can read. The item screen lists these catalogs. */
export const itemIdOfError = ({ data }: ApiError) => (data as { item_id?: string } | null)?.item_id

/** Redirects to the password screen of the item, with the current address as the return address. */
export function PasswordRedirect({ item, page_id }: { item: string; page_id: string | undefined }) {
  const { pathname, search, hash } = useLocation()
  return <Redirect to={paths.itemPassword(item, page_id, pathname + search + hash)} />
}

/** An item without read permission. The page in the address can have moved to an item that the reader can open. */
export function LockedItem({ item, page_id }: { item: string; page_id: string | undefined }) {
  const page = usePage(page_id)
  const { hash } = useLocation()
  if (page.waiting) return <ItemSkeleton />
  return page.view && page.view.item_id !== item ? (
    <Redirect to={paths.page(page.view, page.view.page_id) + hash} />
  ) : (
    <PasswordRedirect item={item} page_id={page_id} />
  )
}
