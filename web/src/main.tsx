import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { App } from './app.tsx'
import { readBoot } from './lib/boot.ts'
import { makeQueryClient } from './lib/query.ts'
import { tellSheets } from './lib/sheets.ts'
import { routes } from './routes.tsx'
import { followLoginInvalid } from './session/session.ts'

tellSheets()
const boot = readBoot()
const root = document.getElementById('root') as HTMLElement

/* Old addresses had the path behind a hash (`/#/12/34`, `/web/#/12/34`): they lead to the same screens. */
if (location.hash.startsWith('#/')) history.replaceState(null, '', boot.base + location.hash.slice(1))

const router = createBrowserRouter(routes, { basename: boot.base || '/' })
followLoginInvalid((path) => void router.navigate(path))

const app = (
  <App boot={boot} queries={makeQueryClient(boot.seed)}>
    <RouterProvider router={router} />
  </App>
)

if (root.hasChildNodes() && !location.hash.startsWith('#/')) hydrateRoot(root, app)
else createRoot(root).render(app)
