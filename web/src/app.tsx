import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { type Boot, BootContext } from './lib/boot.ts'
import { LanguageContext } from './lib/words.ts'
import { Overlays } from './ui/overlays.tsx'

/** What every screen stands in, on the server and in the browser alike. */
export function App({ boot, queries, children }: { boot: Boot; queries: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <BootContext value={boot}>
        <LanguageContext value={boot.language}>
          <QueryClientProvider client={queries}>
            <Suspense fallback={<div className="screen-wait" aria-busy="true" />}>{children}</Suspense>
            <Overlays />
          </QueryClientProvider>
        </LanguageContext>
      </BootContext>
    </StrictMode>
  )
}
