import '../reading.css'
import '../../sheet/sheet.css'
import type { Answer } from '@sheaf/contract/client'
import type { ComponentType } from 'react'
import { useLocation, useParams } from 'react-router'
import type { ApiError } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { lazyScreen } from '../../ui/frame/lazy-part.tsx'
import { readingWords } from '../reading.words.ts'
import { useItem } from './data.ts'
import { ClosedItem, isLocked } from './locked.tsx'
import { Reading } from './reading.tsx'
import { ItemSkeleton } from './wait.tsx'

const ITEM_TYPE_TABLE = '4'

const NotFound = lazyScreen(() => import('../../ui/frame/not-found-screen.tsx').then((m) => m.NotFoundScreen))

interface Sheet {
  /** Draws an item that is a spreadsheet. */
  sheet: ComponentType<{ item: string; asked: string | undefined; info: Answer<'item', 'info'> }>
}

/** The item view (SPEC 2): `/item` and `/item/page`, the item by its number or its domain. */
export function ItemScreen({ sheet }: Sheet) {
  const { item = '', page_id } = useParams()
  const { missing } = useBoot()
  const { key } = useLocation()
  const atFirst = key === 'default'
  if ((missing && atFirst) || (page_id !== undefined && !/^\d{1,10}$/.test(page_id))) return <NotFound />
  return <ItemByAddress key={item} item={item} page_id={page_id} sheet={sheet} />
}

function ItemByAddress({ item, page_id, sheet: SheetScreen }: Sheet & { item: string; page_id: string | undefined }) {
  const t = useWords(readingWords)
  const { info, partial, complete, error, retry } = useItem(item)
  if (info?.item_type === ITEM_TYPE_TABLE) return <SheetScreen item={item} asked={page_id} info={info} />
  if (info) return <Reading item={item} asked={page_id} info={info} partial={partial} complete={complete} />
  if (!error) return <ItemSkeleton />
  const { code } = error as ApiError
  if (isLocked(code)) return <ClosedItem item={item} page_id={page_id} />
  if (code === 10101) return <NotFound />
  return (
    <main className="calm">
      <ErrorNote title={t.itemFailed} error={error} onRetry={retry} />
    </main>
  )
}
