import { renderToReadableStream } from 'react-dom/server.edge'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { App } from './app.tsx'
import { makeQueryClient } from './lib/api.ts'
import type { Boot } from './lib/boot.ts'
import { routes } from './routes.tsx'

/** Returns the HTML of the screen at `path` (without the base), which the browser hydrates with the same boot data. */
export async function renderScreen(path: string, boot: Boot): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes, { basename: boot.base || '/' })
  const context = await query(new Request(`http://here.invalid${boot.base}${path}`))
  if (context instanceof Response) return ''
  const stream = await renderToReadableStream(
    <App boot={boot} queries={makeQueryClient(boot.seed)}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  )
  await stream.allReady
  return new Response(stream).text()
}
