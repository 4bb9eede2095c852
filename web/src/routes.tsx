import type { ComponentType } from 'react'
import { Outlet, type RouteObject } from 'react-router'
import { ItemScreen } from './item/item-screen.tsx'
import { PaletteHost } from './search/palette-host.tsx'
import { FailedScreen } from './ui/failed-screen.tsx'
import { lazyScreen } from './ui/lazy-part.tsx'

/* All routes of the product on one page (SPEC 2). The reading route is in the first chunk, every other screen loads when opened. */
const screen = (load: () => Promise<ComponentType>) => {
  const Screen = lazyScreen(load)
  return <Screen />
}

const screens: RouteObject[] = [
  { path: '/', element: screen(() => import('./home/home-screen.tsx').then((m) => m.HomeScreen)) },
  { path: '/user/login', element: screen(() => import('./user/login-screen.tsx').then((m) => m.LoginScreen)) },
  { path: '/user/link', element: screen(() => import('./user/link-screen.tsx').then((m) => m.LinkScreen)) },
  { path: '/user/register', element: screen(() => import('./user/register-screen.tsx').then((m) => m.RegisterScreen)) },
  { path: '/user/setup', element: screen(() => import('./user/setup-screen.tsx').then((m) => m.SetupScreen)) },
  { path: '/user/resetPassword', element: screen(() => import('./user/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen)) },
  { path: '/user/ResetPasswordByUrl', element: screen(() => import('./user/reset-by-link-screen.tsx').then((m) => m.ResetByLinkScreen)) },
  { path: '/user/verifyEmail', element: screen(() => import('./user/verify-email-screen.tsx').then((m) => m.VerifyEmailScreen)) },
  { path: '/user/setting', element: screen(() => import('./user/setting-screen.tsx').then((m) => m.SettingScreen)) },
  { path: '/item/index', element: screen(() => import('./item/items-screen.tsx').then((m) => m.ItemsScreen)) },
  { path: '/item/add', element: screen(() => import('./item/add-item-screen.tsx').then((m) => m.AddItemScreen)) },
  { path: '/item/password/:item_id', element: screen(() => import('./item/item-password-screen.tsx').then((m) => m.ItemPasswordScreen)) },
  { path: '/item/export/:item_id', element: screen(() => import('./export/export-screen.tsx').then((m) => m.ExportScreen)) },
  { path: '/item/export/:item_id/print', element: screen(() => import('./export/print-screen.tsx').then((m) => m.PrintScreen)) },
  { path: '/item/setting/:item_id', element: screen(() => import('./item/setting-screen.tsx').then((m) => m.ItemSettingScreen)) },
  { path: '/item/group/index', element: screen(() => import('./item/group-screen.tsx').then((m) => m.GroupScreen)) },
  { path: '/page/edit/:item_id/:page_id', element: screen(() => import('./page/editor-screen.tsx').then((m) => m.EditorScreen)) },
  { path: '/page/diff/:page_id/:page_history_id', element: screen(() => import('./page/diff-screen.tsx').then((m) => m.DiffScreen)) },
  { path: '/page/:page_id', element: screen(() => import('./page/shared-page-screen.tsx').then((m) => m.SharedPageScreen)) },
  { path: '/p/:unique_key', element: screen(() => import('./page/shared-page-screen.tsx').then((m) => m.SharedPageScreen)) },
  { path: '/catalog/:item_id', element: screen(() => import('./catalog/catalog-screen.tsx').then((m) => m.CatalogScreen)) },
  { path: '/notice/index', element: screen(() => import('./notice/notices-screen.tsx').then((m) => m.NoticesScreen)) },
  { path: '/admin/index', element: screen(() => import('./admin/admin-screen.tsx').then((m) => m.AdminScreen)) },
  { path: '/team/index', element: screen(() => import('./team/teams-screen.tsx').then((m) => m.TeamsScreen)) },
  { path: '/team/member/:team_id', element: screen(() => import('./team/team-members-screen.tsx').then((m) => m.TeamMembersScreen)) },
  { path: '/team/item/:team_id', element: screen(() => import('./team/team-items-screen.tsx').then((m) => m.TeamItemsScreen)) },
  { path: '/attachment/index', element: screen(() => import('./attachment/attachments-screen.tsx').then((m) => m.AttachmentsScreen)) },
  ...(import.meta.env.DEV
    ? [{ path: '/design', element: screen(() => import('./ui/design-screen.tsx').then((m) => m.DesignScreen)) }]
    : []),
  { path: '/:item', element: <ItemScreen /> },
  { path: '/:item/:page_id', element: <ItemScreen /> },
  { path: '*', element: screen(() => import('./ui/not-found-screen.tsx').then((m) => m.NotFoundScreen)) },
]

/** On every screen the search can be called. */
const Anywhere = () => (
  <>
    <Outlet />
    <PaletteHost />
  </>
)

export const routes: RouteObject[] = [{ element: <Anywhere />, errorElement: <FailedScreen />, children: screens }]
