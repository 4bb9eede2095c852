import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { type Boot, BootContext } from './lib/boot.ts'
import { chosenLanguage, onLanguage } from './lib/preferences.ts'
import { LanguageContext } from './lib/words.ts'
import { Overlays } from './ui/frame/overlays.tsx'

/** Marks the page as interactive. It is inside the Suspense, because React hydrates the content of a Suspense later than its parents. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return null
}

/** The root component around every screen, on the server and in the browser. */
export function App({ boot, queries, children }: { boot: Boot; queries: QueryClient; children: ReactNode }) {
  const language = useSyncExternalStore(
    onLanguage,
    () => chosenLanguage() ?? boot.language,
    () => boot.language,
  )
  /* Some answers contain texts from the server in the chosen language. */
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
