import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { type Boot, BootContext } from './lib/boot.ts'
import { chosenLanguage, onLanguage } from './lib/preferences.ts'
import { LanguageContext } from './lib/words.ts'
import { Overlays } from './ui/frame/overlays.tsx'

/** From here on keys and clicks are heard; before that the page is text. Within a Suspense React hydrates later than around it. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return null
}

/** What every screen stands in, on the server and in the browser alike. */
export function App({ boot, queries, children }: { boot: Boot; queries: QueryClient; children: ReactNode }) {
  const language = useSyncExternalStore(
    onLanguage,
    () => chosenLanguage() ?? boot.language,
    () => boot.language,
  )
  /* Some answers hold words of the server's. */
  useEffect(() => onLanguage(() => void queries.invalidateQueries()), [queries])
  return (
    <StrictMode>
      <BootContext value={boot}>
        <LanguageContext value={language}>
          <QueryClientProvider client={queries}>
            <Suspense fallback={<div className="screen-wait" aria-busy="true" />}>
              {children}
              <Ready />
            </Suspense>
            <Overlays />
          </QueryClientProvider>
        </LanguageContext>
      </BootContext>
    </StrictMode>
  )
}
