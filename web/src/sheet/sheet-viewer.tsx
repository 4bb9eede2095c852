import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../lib/api.ts'
import type { View } from '../reading/article/view.tsx'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { GridGuard, SheetGrid, SheetPrint } from './grid/sheet-grid.tsx'
import { SheetPaper } from './paper.tsx'
import { SheetBar, type SheetPlace, SheetReading } from './reading.tsx'
import { useSheetState } from './state.ts'

interface Props extends SheetPlace {
  view: View
  note?: ReactNode
}

/** Loads the content by page id or by single-page link. */
const useContent = ({ page_id, version }: View, unique_key?: string) =>
  useQuery({
    queryKey: ['page', 'sheet', unique_key ?? page_id, version],
    queryFn: () => (unique_key ? api.page.infoByKey({ page_id: '0', unique_key }) : api.page.info({ page_id })),
    staleTime: Number.POSITIVE_INFINITY,
    select: (row: { page_content: string }) => row.page_content,
  })

/** Read-only grid for a spreadsheet that is too large for tables or has formulas without results. */
export function SheetViewer({ note, ...place }: Props) {
  const content = useContent(place.view)
  if (content.data === undefined) return <SheetReading {...place} waiting={!content.isError} note={note} />
  return (
    <div className="sheet">
      <SheetBar {...place} />
      {note}
      <main className="sheet-main" id={MAIN_ID}>
        <ReadOnlyGrid view={place.view} text={content.data} />
      </main>
      <SheetPrint view={place.view} />
    </div>
  )
}

/** Shows the tables until the content is loaded, and keeps them if loading fails. */
export function SharedGrid({ view, unique_key, children }: { view: View; unique_key: string | undefined; children: ReactNode }) {
  const content = useContent(view, unique_key)
  return content.data === undefined ? children : <ReadOnlyGrid view={view} text={content.data} />
}

function ReadOnlyGrid({ view, text }: { view: View; text: string }) {
  const work = useSheetState(text)
  return (
    <GridGuard key={work.book.id} instead={<SheetPaper html={view.html} whole={false} />}>
      <SheetGrid ref={work.grid} sheets={work.book.sheets} editable={false} />
    </GridGuard>
  )
}
