import { Suspense, useEffect, useState } from 'react'
import type { View } from '../reading/article/view.tsx'
import { lazyScreen } from '../ui/frame/lazy-part.tsx'
import { ThemeButton } from '../ui/frame/top-bar.tsx'
import { SheetPaper } from './paper.tsx'

const SharedGrid = lazyScreen(() => import('./sheet-viewer.tsx').then((m) => m.SharedGrid))

/** A spreadsheet and nothing else: by its single-page link or by its number. */
export function SharedSheet({ view, unique_key }: { view: View; unique_key: string | undefined }) {
  const whole = !view.needs.includes('grid')
  // The grid cannot be drawn on the server, and what came from there is hydrated as it is.
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const paper = <SheetPaper html={view.html} whole={whole} waiting={here && !whole} />
  return (
    <div className="sheet">
      <header className="top sheet-top">
        <h1 className="item cut">{view.page_title}</h1>
        <span className="grow" />
        <ThemeButton />
      </header>
      <main className="sheet-main" id="text">
        {here && !whole ? (
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
