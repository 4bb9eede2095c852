import { useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import { sheetWords } from './sheet.words.ts'

/** The grid is a picture of what is on screen; what goes on paper are the tables of what is saved. */
export function SheetPrint({ view }: { view: View }) {
  const t = useWords(sheetWords)
  return (
    <div className="sheet-print">
      <div className="sheet-paper" dangerouslySetInnerHTML={{ __html: view.html }} />
      {view.needs.includes('grid') && <p className="sheet-printed">{t.printedBeginning}</p>}
    </div>
  )
}
