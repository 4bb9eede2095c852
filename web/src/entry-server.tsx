import { renderToReadableStream } from 'react-dom/server.edge'
import { App } from './app.tsx'
import { makeQueryClient } from './lib/api.ts'
import type { Boot } from './lib/boot.ts'
import { memoryHistory } from './lib/navigation/memory.ts'
import { HistoryProvider } from './lib/navigation/provider.tsx'
import { routes } from './routes.tsx'

/** Returns the HTML of the screen at `path` (without the base), which the browser hydrates with the same boot data. */
export async function renderScreen(path: string, boot: Boot): Promise<string> {
  const stream = await renderToReadableStream(
    <App boot={boot} queries={makeQueryClient(boot.seed)}>
      <HistoryProvider history={memoryHistory(path, boot.base)} routes={routes} />
    </App>,
  )
  await stream.allReady
  return new Response(stream).text()
}
