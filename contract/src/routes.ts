/*
 * The routes of the web app. The server sends the app for them, the browser shows a screen for each. A route without a screen does not
 * compile.
 */

/** Screens that the browser renders. */
export const appRoutes = [
  '/',
  '/user/login',
  '/user/link',
  '/user/register',
  '/user/setup',
  '/user/resetPassword',
  '/user/ResetPasswordByUrl',
  '/user/verifyEmail',
  '/user/setting',
  '/user/tokens',
  '/user/security',
  '/user/secondStep',
  '/user/watching',
  '/user/unsubscribe/:token',
  '/user/authorize',
  '/item/index',
  '/item/add',
  '/item/password/:item_id',
  '/item/export/:item_id',
  '/item/export/:item_id/print',
  '/item/setting/:item_id',
  '/item/changes/:item_id',
  '/item/sources/:item_id',
  '/item/sources/:item_id/:source_id',
  '/item/truth/:item_id',
  '/item/review/:item_id',
  '/review',
  '/item/group/index',
  '/page/edit/:item_id/:page_id',
  '/page/diff/:page_id/:page_history_id',
  '/page/suggest/:item_id/:page_id',
  '/page/suggestion/:suggestion_id',
  '/item/suggestion/:item_id',
  '/item/feedback/:item_id',
  '/catalog/:item_id',
  '/notice/index',
  '/admin/index',
  '/team/index',
  '/team/member/:team_id',
  '/team/item/:team_id',
  '/attachment/index',
] as const

/** Reading screens, which the server renders as HTML. An item is at the root, under its id or its personal domain. */
export const readingRoutes = ['/page/:page_id', '/p/:unique_key', '/:item', '/:item/:page_id'] as const

export type AppRoute = (typeof appRoutes)[number]
export type ReadingRoute = (typeof readingRoutes)[number]

/** First path segments that belong to screens; no item can use them as its domain. */
export const screenSegments: ReadonlySet<string> = new Set(
  [...appRoutes, ...readingRoutes].map((route) => route.split('/')[1] ?? '').filter((first) => first !== '' && !first.startsWith(':')),
)
