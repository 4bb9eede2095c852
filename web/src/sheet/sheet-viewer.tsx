import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../lib/api.ts'
import type { View } from '../reading/article/view.tsx'
import { GridGuard, SheetGrid, SheetPrint } from './grid/sheet-grid.tsx'
import { SheetPaper } from './paper.tsx'
import { SheetBar, type SheetPlace, SheetReading } from './reading.tsx'
import { useSheetState } from './state.ts'

interface Props extends SheetPlace {
  view: View
  note?: ReactNode
}

/** The content by the page's number, or by a single-page link. */
const useContent = ({ page_id, version }: View, unique_key?: string) =>
  useQuery({
    queryKey: ['page', 'sheet', unique_key ?? page_id, version],
    queryFn: () => (unique_key ? api.page.infoByKey({ page_id: '0', unique_key }) : api.page.info({ page_id })),
    staleTime: Number.POSITIVE_INFINITY,
    select: (row: { page_content: string }) => row.page_content,
  })

/** A spreadsheet to be read that is too much for tables, or has formulas nobody has reckoned yet. */
export function SheetViewer({ note, ...place }: Props) {
  const content = useContent(place.view)
  if (content.data === undefined) return <SheetReading {...place} waiting={!content.isError} note={note} />
  return (
    <div className="sheet">
      <SheetBar {...place} />
      {note}
      <main className="sheet-main" id="text">
        <StillGrid view={place.view} text={content.data} />
      </main>
      <SheetPrint view={place.view} />
    </div>
  )
}

/** Until the content is here, or where it cannot be had, the tables stay. */
export function SharedGrid({ view, unique_key, children }: { view: View; unique_key: string | undefined; children: ReactNode }) {
  const content = useContent(view, unique_key)
  return content.data === undefined ? children : <StillGrid view={view} text={content.data} />
}

function StillGrid({ view, text }: { view: View; text: string }) {
  const work = useSheetState(text)
  return (
    <GridGuard key={work.book.id} instead={<SheetPaper html={view.html} whole={false} />}>
      <SheetGrid ref={work.grid} sheets={work.book.sheets} editable={false} />
    </GridGuard>
  )
}
