import './ui/css/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { App } from './app.tsx'
import { makeQueryClient } from './lib/api.ts'
import { readBoot } from './lib/boot.ts'
import { initVersionCheck } from './lib/new-version.ts'
import { pathInHash } from './lib/paths.ts'
import { registerInlineSheets } from './lib/sheets.ts'
import { routes } from './routes.tsx'
import { followLoginInvalid } from './session/session.ts'

registerInlineSheets()
initVersionCheck(import.meta.url)
const boot = readBoot()
const root = document.getElementById('root') as HTMLElement

const old = pathInHash(location.hash)
if (old !== undefined) history.replaceState(null, '', boot.base + old)

const router = createBrowserRouter(routes, { basename: boot.base || '/' })
/* In an open page, opening an old address changes the hash only. */
addEventListener('hashchange', () => {
  const path = pathInHash(location.hash)
  if (path !== undefined) void router.navigate(path, { replace: true })
})
followLoginInvalid((path) => void router.navigate(path))

const app = (
  <App boot={boot} queries={makeQueryClient(boot.seed)}>
    <RouterProvider router={router} />
  </App>
)

if (root.hasChildNodes() && old === undefined) hydrateRoot(root, app)
else createRoot(root).render(app)
