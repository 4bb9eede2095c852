import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { type Boot, BootContext } from './lib/boot.ts'
import { LanguageContext } from './lib/words.ts'
import { Overlays } from './ui/overlays.tsx'

/** From here on keys and clicks are heard; before that the page is text. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return null
}

/** What every screen stands in, on the server and in the browser alike. */
export function App({ boot, queries, children }: { boot: Boot; queries: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <BootContext value={boot}>
        <LanguageContext value={boot.language}>
          <QueryClientProvider client={queries}>
            <Suspense fallback={<div className="screen-wait" aria-busy="true" />}>{children}</Suspense>
            <Overlays />
            <Ready />
          </QueryClientProvider>
        </LanguageContext>
      </BootContext>
    </StrictMode>
  )
}
