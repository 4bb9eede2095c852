import { Suspense, useEffect, useState } from 'react'
import type { View } from '../reading/article/view.tsx'
import { lazyScreen } from '../ui/frame/lazy-part.tsx'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { ThemeButton } from '../ui/frame/top-bar.tsx'
import { SheetPaper } from './paper.tsx'

const SharedGrid = lazyScreen(() => import('./sheet-viewer.tsx').then((m) => m.SharedGrid))

/** A spreadsheet without its item, opened by single-page link or by page id. */
export function SharedSheet({ view, unique_key }: { view: View; unique_key: string | undefined }) {
  const whole = !view.needs.includes('grid')
  // The grid cannot be rendered on the server, so the first render must match the server's output.
  const [hydrated, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const paper = <SheetPaper html={view.html} whole={whole} waiting={hydrated && !whole} />
  return (
    <div className="sheet">
      <header className="top">
        <h1 className="item cut">{view.page_title}</h1>
        <span className="grow" />
        <ThemeButton />
      </header>
      <main className="sheet-main" id={MAIN_ID}>
        {hydrated && !whole ? (
          <Suspense fallback={paper}>
            <SharedGrid view={view} unique_key={unique_key}>
              {paper}
            </SharedGrid>
          </Suspense>
        ) : (
          paper
        )}
      </main>
    </div>
  )
}
