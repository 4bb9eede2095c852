import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { ItemScreen } from './item/item-screen.tsx'

/* All routes of the product on one page (SPEC 2). The reading route is in the first chunk, every other screen loads when opened. */
const screen = (load: () => Promise<ComponentType>) => {
  const Screen = lazy(() => load().then((component) => ({ default: component })))
  return <Screen />
}

const notYet = screen(() => import('./ui/not-yet-screen.tsx').then((m) => m.NotYetScreen))

export const routes: RouteObject[] = [
  { path: '/', element: screen(() => import('./home/home-screen.tsx').then((m) => m.HomeScreen)) },
  { path: '/user/login', element: screen(() => import('./user/login-screen.tsx').then((m) => m.LoginScreen)) },
  { path: '/user/register', element: screen(() => import('./user/register-screen.tsx').then((m) => m.RegisterScreen)) },
  { path: '/user/setup', element: screen(() => import('./user/setup-screen.tsx').then((m) => m.SetupScreen)) },
  { path: '/user/resetPassword', element: notYet },
  { path: '/user/ResetPasswordByUrl', element: notYet },
  { path: '/user/setting', element: notYet },
  { path: '/item/index', element: screen(() => import('./item/items-screen.tsx').then((m) => m.ItemsScreen)) },
  { path: '/item/add', element: screen(() => import('./item/add-item-screen.tsx').then((m) => m.AddItemScreen)) },
  { path: '/item/password/:item_id', element: screen(() => import('./item/item-password-screen.tsx').then((m) => m.ItemPasswordScreen)) },
  { path: '/item/export/:item_id', element: notYet },
  { path: '/item/setting/:item_id', element: notYet },
  { path: '/item/group/index', element: notYet },
  { path: '/page/edit/:item_id/:page_id', element: screen(() => import('./page/editor-screen.tsx').then((m) => m.EditorScreen)) },
  { path: '/page/diff/:page_id/:page_history_id', element: notYet },
  { path: '/page/:page_id', element: screen(() => import('./page/shared-page-screen.tsx').then((m) => m.SharedPageScreen)) },
  { path: '/p/:unique_key', element: screen(() => import('./page/shared-page-screen.tsx').then((m) => m.SharedPageScreen)) },
  { path: '/catalog/:item_id', element: notYet },
  { path: '/notice/index', element: notYet },
  { path: '/admin/index', element: notYet },
  { path: '/team/index', element: notYet },
  { path: '/team/member/:team_id', element: notYet },
  { path: '/team/item/:team_id', element: notYet },
  { path: '/attachment/index', element: notYet },
  ...(import.meta.env.DEV
    ? [{ path: '/design', element: screen(() => import('./ui/design-screen.tsx').then((m) => m.DesignScreen)) }]
    : []),
  { path: '/:item', element: <ItemScreen /> },
  { path: '/:item/:page_id', element: <ItemScreen /> },
  { path: '*', element: screen(() => import('./ui/not-found-screen.tsx').then((m) => m.NotFoundScreen)) },
]
