import './ui/css/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { makeQueryClient } from './lib/api.ts'
import { readBoot } from './lib/boot.ts'
import { keepCompositionKeys } from './lib/composition.ts'
import { followTranslation } from './lib/document/translation.ts'
import { browserHistory } from './lib/navigation/browser.ts'
import { HistoryProvider } from './lib/navigation/provider.tsx'
import { initVersionCheck } from './lib/new-version.ts'
import { pathInHash } from './lib/paths.ts'
import { registerInlineSheets } from './lib/sheets.ts'
import { routes } from './routes.tsx'
import { forgetOthers } from './session/console-keys.ts'
import { followLoginInvalid, followMustEnrol } from './session/session.ts'
import { LoadingBar } from './ui/loading-bar.tsx'

followTranslation()
keepCompositionKeys()
registerInlineSheets()
initVersionCheck(import.meta.url)
const boot = readBoot()
const root = document.getElementById('root') as HTMLElement

const old = pathInHash(location.hash)
if (old !== undefined) window.history.replaceState(null, '', boot.base + old)

const history = browserHistory(boot.base)
/* In an open page, opening an old address changes the hash only. */
addEventListener('hashchange', () => {
  const path = pathInHash(location.hash)
  if (path !== undefined) history.navigate(path, { replace: true })
})
forgetOthers(boot.account?.uid)
followLoginInvalid(history.navigate)
followMustEnrol(history.navigate)

const app = (
  <App boot={boot} queries={makeQueryClient(boot.seed)}>
    <HistoryProvider history={history} routes={routes} pending={<LoadingBar />} />
  </App>
)

if (root.hasChildNodes() && old === undefined) hydrateRoot(root, app)
else createRoot(root).render(app)
