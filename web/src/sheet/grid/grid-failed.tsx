import { useWords } from '../../lib/words.ts'
import type { View } from '../../reading/article/view.tsx'
import { sheetEditWords } from '../sheet-edit.words.ts'
import { SheetPaper } from '../sheet-paper.tsx'

/** In the place of the grid: what is saved, and what can still be done with it. */
export function GridFailed({ view }: { view: View }) {
  const t = useWords(sheetEditWords)
  return (
    <>
      <p className="line-note bad sheet-note" role="alert">
        {t.gridFailed}
      </p>
      <SheetPaper html={view.html} whole={!view.needs.includes('grid')} />
    </>
  )
}
