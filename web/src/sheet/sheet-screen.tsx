import { Suspense, useEffect, useState } from 'react'
import { isLocked, isMissing } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { usePage } from '../reading/screen/data.ts'
import { PasswordRedirect } from '../reading/screen/locked.tsx'
import { useAccount } from '../session/session.ts'
import { canEditCatalog, firstPage, type Info } from '../tree/item-tree.ts'
import { lazyScreen } from '../ui/frame/lazy-part.tsx'
import { Empty, ErrorNote } from '../ui/placeholder.tsx'
import { SheetReading } from './reading.tsx'
import { sheetWords } from './sheet.words.ts'

const Session = lazyScreen(() => import('./sheet-session.tsx').then((m) => m.SheetSession))
const Viewer = lazyScreen(() => import('./sheet-viewer.tsx').then((m) => m.SheetViewer))

interface Props {
  /** The id or short name of the item in the address. */
  item: string
  info: Info
  /** The page in the address, if any. */
  page_id: string | undefined
}

/** The single page of a table item as a spreadsheet. Readers get the server's tables; the grid loads only when it is needed. */
export function SheetScreen({ item, info, page_id: asked }: Props) {
  const t = useWords(sheetWords)
  const account = useAccount()
  const wanted = asked ?? firstPage(info.menu)
  const { view, error, retry } = usePage(wanted)
  // The grid cannot be rendered on the server, so the first render must match the server's output.
  const [hydrated, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  useEffect(() => {
    document.title = [info.item_name, t.product].join(' - ')
  }, [info.item_name, t.product])

  if (error) {
    if (isLocked(error)) return <PasswordRedirect item={item} page_id={wanted} />
    return (
      <main className="calm">
        {isMissing(error) ? <Empty broken heading title={t.empty} /> : <ErrorNote title={t.failed} error={error} onRetry={retry} />}
      </main>
    )
  }
  const mayEdit = view !== undefined && canEditCatalog(info, view.cat_id) && account !== null && account !== undefined
  const share = {
    itemPath: paths.item({ item_id: item }),
    pagePath: undefined,
    page_id: view?.page_id,
    unique_key: view?.unique_key ?? '',
    mayLink: mayEdit,
  }
  const place = { info, view, share }
  const reading = <SheetReading {...place} waiting={hydrated && (mayEdit || !view)} />
  if (!hydrated || !view) return reading
  return (
    <Suspense fallback={reading}>
      {mayEdit ? (
        <Session key={view.page_id} {...place} view={view} />
      ) : view.needs.includes('grid') ? (
        <Viewer {...place} view={view} />
      ) : (
        reading
      )}
    </Suspense>
  )
}
