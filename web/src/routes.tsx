import { type AppRoute, appRoutes, type ReadingRoute, readingRoutes } from '@sheaf/contract/routes'
import type { ComponentType, ReactNode } from 'react'
import { Outlet, type RouteObject, useLocation } from 'react-router'
import { ItemScreen } from './reading/screen/screen.tsx'
import { PaletteHost } from './search/palette-host.tsx'
import { lazyScreen, ScreenBoundary } from './ui/frame/lazy-part.tsx'

/* All routes of the product in one file (SPEC 2). The reading route is in the first chunk; every other screen loads when opened. */
const screen = (load: () => Promise<ComponentType>) => {
  const Screen = lazyScreen(load)
  return <Screen />
}

// Few items are spreadsheets: their code loads on demand, except for the styles of HTML that the server renders.
const SheetScreen = lazyScreen(() => import('./sheet/sheet-screen.tsx').then((m) => m.SheetScreen))
const SharedSheet = lazyScreen(() => import('./sheet/shared-sheet.tsx').then((m) => m.SharedSheet))
const SharedPageScreen = lazyScreen(() => import('./reading/shared-page-screen.tsx').then((m) => m.SharedPageScreen))

/** Screens by address; the contract declares the addresses for the server too. */
const screens: Record<AppRoute | ReadingRoute, ReactNode> = {
  '/': screen(() => import('./home/home-screen.tsx').then((m) => m.HomeScreen)),
  '/user/login': screen(() => import('./user/login-screen.tsx').then((m) => m.LoginScreen)),
  '/user/link': screen(() => import('./user/link/link-screen.tsx').then((m) => m.LinkScreen)),
  '/user/register': screen(() => import('./user/register-screen.tsx').then((m) => m.RegisterScreen)),
  '/user/setup': screen(() => import('./user/setup-screen.tsx').then((m) => m.SetupScreen)),
  '/user/resetPassword': screen(() => import('./user/reset/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen)),
  '/user/ResetPasswordByUrl': screen(() => import('./user/reset/reset-by-link-screen.tsx').then((m) => m.ResetByLinkScreen)),
  '/user/verifyEmail': screen(() => import('./user/reset/verify-email-screen.tsx').then((m) => m.VerifyEmailScreen)),
  '/user/setting': screen(() => import('./user/settings/screen.tsx').then((m) => m.SettingScreen)),
  '/user/security': screen(() => import('./user/security/screen.tsx').then((m) => m.SecurityScreen)),
  '/user/secondStep': screen(() => import('./user/second-step/screen.tsx').then((m) => m.SecondStepScreen)),
  '/item/index': screen(() => import('./items/screen.tsx').then((m) => m.ItemsScreen)),
  '/item/add': screen(() => import('./items/add/screen.tsx').then((m) => m.AddItemScreen)),
  '/item/password/:item_id': screen(() => import('./reading/password/screen.tsx').then((m) => m.ItemPasswordScreen)),
  '/item/export/:item_id': screen(() => import('./export/export-screen.tsx').then((m) => m.ExportScreen)),
  '/item/export/:item_id/print': screen(() => import('./export/print-screen.tsx').then((m) => m.PrintScreen)),
  '/user/tokens': screen(() => import('./token/screen.tsx').then((m) => m.TokenScreen)),
  '/user/watching': screen(() => import('./watch/settings/screen.tsx').then((m) => m.WatchingScreen)),
  '/user/unsubscribe/:token': screen(() => import('./watch/unsubscribe/screen.tsx').then((m) => m.UnsubscribeScreen)),
  '/user/authorize': screen(() => import('./token/consent/screen.tsx').then((m) => m.ConsentScreen)),
  '/item/setting/:item_id': screen(() => import('./item-settings/screen.tsx').then((m) => m.ItemSettingScreen)),
  '/item/changes/:item_id': screen(() => import('./change/screen.tsx').then((m) => m.ChangesScreen)),
  '/item/sources/:item_id': screen(() => import('./source/list-screen.tsx').then((m) => m.SourcesScreen)),
  '/item/sources/:item_id/:source_id': screen(() => import('./source/source-screen.tsx').then((m) => m.SourceScreen)),
  '/item/truth/:item_id': screen(() => import('./truth/list-screen.tsx').then((m) => m.TruthScreen)),
  '/item/review/:item_id': screen(() => import('./review/list/screen.tsx').then((m) => m.ItemReviewScreen)),
  '/review': screen(() => import('./review/list/screen.tsx').then((m) => m.ReviewScreen)),
  '/item/group/index': screen(() => import('./items/groups/screen.tsx').then((m) => m.GroupScreen)),
  '/page/edit/:item_id/:page_id': screen(() => import('./editor/screen.tsx').then((m) => m.EditorScreen)),
  '/page/diff/:page_id/:page_history_id': screen(() => import('./versions/diff/screen.tsx').then((m) => m.DiffScreen)),
  '/page/suggest/:item_id/:page_id': screen(() => import('./suggestion/suggest/screen.tsx').then((m) => m.SuggestScreen)),
  '/page/suggestion/:suggestion_id': screen(() => import('./suggestion/review/screen.tsx').then((m) => m.ReviewScreen)),
  '/item/suggestion/:item_id': screen(() => import('./suggestion/list/screen.tsx').then((m) => m.SuggestionsScreen)),
  '/item/feedback/:item_id': screen(() => import('./feedback/screen.tsx').then((m) => m.FeedbackScreen)),
  '/page/:page_id': <SharedPageScreen sheet={SharedSheet} />,
  '/p/:unique_key': <SharedPageScreen sheet={SharedSheet} />,
  '/catalog/:item_id': screen(() => import('./catalog/catalog-screen.tsx').then((m) => m.CatalogScreen)),
  '/notice/index': screen(() => import('./notice/notices-screen.tsx').then((m) => m.NoticesScreen)),
  '/admin/index': screen(() => import('./admin/admin-screen.tsx').then((m) => m.AdminScreen)),
  '/team/index': screen(() => import('./team/teams-screen.tsx').then((m) => m.TeamsScreen)),
  '/team/member/:team_id': screen(() => import('./team/team-members-screen.tsx').then((m) => m.TeamMembersScreen)),
  '/team/item/:team_id': screen(() => import('./team/team-items-screen.tsx').then((m) => m.TeamItemsScreen)),
  '/attachment/index': screen(() => import('./attachment/attachments-screen.tsx').then((m) => m.AttachmentsScreen)),
  '/:item': <ItemScreen sheet={SheetScreen} />,
  '/:item/:page_id': <ItemScreen sheet={SheetScreen} />,
}

const others: RouteObject[] = [
  ...(import.meta.env.DEV
    ? [{ path: '/design', element: screen(() => import('./ui/design/screen.tsx').then((m) => m.DesignScreen)) }]
    : []),
  { path: '*', element: screen(() => import('./ui/frame/not-found-screen.tsx').then((m) => m.NotFoundScreen)) },
]

const own = [...appRoutes, ...readingRoutes].map((path) => ({ path, element: screens[path] }))

/** Around every screen: the failed screen in its place after an error, and the search palette. */
const Frame = () => (
  <ScreenBoundary location={useLocation()}>
    <Outlet />
    <PaletteHost />
  </ScreenBoundary>
)

export const routes: RouteObject[] = [{ element: <Frame />, children: [...own, ...others] }]
