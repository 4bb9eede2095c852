/*
 * The screens of the web app by their addresses, once for the server, which sends the app there, and for the browser, which shows a
 * screen for each: a route without a screen does not compile.
 */

/** Screens that the app draws by itself. */
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
  '/item/index',
  '/item/add',
  '/item/password/:item_id',
  '/item/export/:item_id',
  '/item/export/:item_id/print',
  '/item/setting/:item_id',
  '/item/group/index',
  '/page/edit/:item_id/:page_id',
  '/page/diff/:page_id/:page_history_id',
  '/catalog/:item_id',
  '/notice/index',
  '/admin/index',
  '/team/index',
  '/team/member/:team_id',
  '/team/item/:team_id',
  '/attachment/index',
] as const

/** What people read: the server writes these out as HTML. An item stands at the root, under its number or its own address. */
export const readingRoutes = ['/page/:page_id', '/p/:unique_key', '/:item', '/:item/:page_id'] as const

export type AppRoute = (typeof appRoutes)[number]
export type ReadingRoute = (typeof readingRoutes)[number]

/** First parts of addresses that are a screen's; no item is there. */
export const screenSegments: ReadonlySet<string> = new Set(
  [...appRoutes, ...readingRoutes].map((route) => route.split('/')[1] ?? '').filter((first) => first !== '' && !first.startsWith(':')),
)
