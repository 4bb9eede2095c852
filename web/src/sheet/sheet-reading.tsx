import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { sheetWords } from './sheet.words.ts'
import { SheetBar } from './sheet-bar.tsx'
import { SheetPaper } from './sheet-paper.tsx'
import type { SheetPlace } from './sheet-place.ts'

/** A spreadsheet as it is read: the server's tables under our bar. `waiting` while the grid is on its way. */
export function SheetReading({ info, view, share, waiting = false, note }: SheetPlace & { waiting?: boolean; note?: ReactNode }) {
  const t = useWords(sheetWords)
  return (
    <div className="sheet">
      <SheetBar {...{ info, view, share }} />
      {waiting && <div className="progress" role="progressbar" aria-label={t.loading} />}
      {note}
      {info.is_archived === '1' && (
        <div className="line-note sheet-note">
          <Archive className="i" aria-hidden="true" />
          {t.archived}
        </div>
      )}
      <main className="sheet-main" id="text">
        {view ? <SheetPaper html={view.html} whole={!view.needs.includes('grid')} waiting={waiting} /> : null}
      </main>
    </div>
  )
}
