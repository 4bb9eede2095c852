import { sameSitePath } from '@sheaf/contract/redirect'

/* All addresses of the product are built here only; routes.tsx has the patterns. */
type Id = string | number

const query = (fields: Record<string, Id | undefined>) => {
  const set = Object.entries(fields).filter((entry): entry is [string, Id] => entry[1] !== undefined && entry[1] !== '')
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : ''
}

type SelectedLine = { page_id: string } | { cat_id: string }

/** Selected catalogs and pages in an address: "c31.12.15". */
export const selectionText = (lines: readonly SelectedLine[]): string =>
  lines.map((line) => ('page_id' in line ? line.page_id : `c${line.cat_id}`)).join('.')

/** What such a text selects; the rest of it is left out. */
export const selectionIn = (text: string): SelectedLine[] =>
  text.split('.').flatMap((key): SelectedLine[] => {
    const [, catalog, id] = /^(c?)([1-9]\d{0,9})$/.exec(key) ?? []
    return id === undefined ? [] : [catalog ? { cat_id: id } : { page_id: id }]
  })

/** A catalog, a page, or what is selected (`selectionText`). */
type ExportPart = { cat_id?: Id; page_id?: Id; lines?: string }

export const paths = {
  home: () => '/',
  login: (redirect?: string) => `/user/login${query({ redirect })}`,
  register: (redirect?: string) => `/user/register${query({ redirect })}`,
  resetPassword: () => '/user/resetPassword',
  linkAccount: (redirect?: string) => `/user/link${query({ redirect })}`,
  setting: () => '/user/setting',
  tokens: () => '/user/tokens',
  /** With `redirect`, the setup of a second step that the site requires leads there. */
  security: (redirect?: string) => `/user/security${query({ redirect })}`,
  /** Where a sign-in continues that awaits its second step. */
  secondStep: (redirect?: string, needed?: { trust_days?: Id; methods?: readonly string[] } | null) =>
    `/user/secondStep${query({ redirect, trust_days: needed?.trust_days, methods: needed?.methods?.join() })}`,
  /** What the user watches, and when they get mail about it. */
  watching: () => '/user/watching',
  items: () => '/item/index',
  addItem: (tab?: string) => `/item/add${query({ tab })}`,
  item: (item: { item_id: Id; item_domain?: string }) => `/${item.item_domain || item.item_id}`,
  page: (item: { item_id: Id; item_domain?: string }, page_id: Id) => `/${item.item_domain || item.item_id}/${page_id}`,
  /** What follows the address of the introduction of a source, for the view of a named schema; '' for none. */
  schemaQuery: (schema: string) => query({ schema }),
  /** Served as a file, outside the app. */
  pageMarkdown: (item: { item_id: Id; item_domain?: string }, page_id: Id) => `/${item.item_domain || item.item_id}/${page_id}.md`,
  /** A search result opened in a new tab: the words to highlight and the heading. */
  found: (path: string, { q, anchor }: { q?: string; anchor?: string }) =>
    path + query({ q }) + (anchor ? `#${encodeURIComponent(anchor)}` : ''),
  /** A spreadsheet, optionally with a saved version loaded in place of its content. */
  sheet: (item: { item_id: Id; item_domain?: string }, page_id: Id, more: { history_id?: Id } = {}) =>
    `/${item.item_domain || item.item_id}/${page_id}${query(more)}`,
  pageByKey: (unique_key: string) => `/p/${unique_key}`,
  pageById: (page_id: Id) => `/page/${page_id}`,
  itemPassword: (item_id: Id, page_id?: Id, redirect?: string) => `/item/password/${item_id}${query({ page_id, redirect })}`,
  itemSetting: (item_id: Id, tab?: string) => `/item/setting/${item_id}${query({ tab })}`,
  changes: (item_id: Id, page_id?: Id) => `/item/changes/${item_id}${query({ page_id })}`,
  /** What pages of an item are kept in step with; with `add`, the form of a new one is open. */
  sources: (item_id: Id, add?: '1') => `/item/sources/${item_id}${query({ add })}`,
  /** What the APIs of an item changed, for feed readers; of one page if it is given. */
  sourceFeed: (item_id: Id, page?: Id) => `/${item_id}/sources.atom${query({ page })}`,
  /** One source; with the numbers of two versions, what changed between them. */
  source: (item_id: Id, source_id: Id, compared: { from?: Id; to?: Id } = {}) => `/item/sources/${item_id}/${source_id}${query(compared)}`,
  /** Pages of an item whose sources have changed. */
  truth: (item_id: Id) => `/item/truth/${item_id}`,
  /** Pages by the state of their review: of an item, or of all that the user can edit. */
  review: (item_id?: Id, more: { state?: string; tab?: string } = {}) =>
    `${item_id === undefined ? '/review' : `/item/review/${item_id}`}${query(more)}`,
  /** A catalog or a page of the item can be preselected. */
  exportItem: (item_id: Id, part: ExportPart = {}) => `/item/export/${item_id}${query(part)}`,
  exportPrint: (item_id: Id, part: ExportPart = {}) => `/item/export/${item_id}/print${query(part)}`,
  catalog: (item_id: Id) => `/catalog/${item_id}`,
  itemGroups: (edit?: Id) => `/item/group/index${query({ edit })}`,
  edit: (item_id: Id, page_id: Id, more: { copy_page_id?: Id; cat_id?: Id; history_id?: Id } = {}) =>
    `/page/edit/${item_id}/${page_id}${query(more)}`,
  /** A saved version of a page compared with the current one, or with the version `to`. */
  diff: (page_id: Id, page_history_id: Id, to?: Id) => `/page/diff/${page_id}/${page_history_id}${query({ to })}`,
  /** The editor of a suggestion; with `review`, of the text that accepts this one. Page 0 is a new page, continued with `suggestion`. */
  suggest: (item_id: Id, page_id: Id, more: { review?: Id; suggestion?: Id; cat_id?: Id } = {}) =>
    `/page/suggest/${item_id}/${page_id}${query(more)}`,
  /** The feedback of readers about the pages of an item. */
  feedback: (item_id: Id, more: { page_id?: Id; state?: string } = {}) => `/item/feedback/${item_id}${query(more)}`,
  suggestion: (suggestion_id: Id) => `/page/suggestion/${suggestion_id}`,
  suggestions: (item_id: Id, more: { page_id?: Id; tab?: string } = {}) => `/item/suggestion/${item_id}${query(more)}`,
  ownSuggestions: (of?: string) => `/notice/index${query({ tab: 'suggestions', of })}`,
  /** The page with a thread of its comments open. */
  thread: (item: { item_id: Id; item_domain?: string }, page_id: Id, thread: Id) =>
    `/${item.item_domain || item.item_id}/${page_id}${query({ thread })}`,
  /** The page with its review open. */
  pageReview: (item: { item_id: Id; item_domain?: string }, page_id: Id) =>
    `/${item.item_domain || item.item_id}/${page_id}${query({ open: 'review' })}`,
  ownThreads: (of?: string) => `/notice/index${query({ tab: 'comments', of })}`,
  notices: (notice_type?: 'unread', group?: string) => `/notice/index${query({ notice_type, group })}`,
  teams: () => '/team/index',
  teamMembers: (team_id: Id) => `/team/member/${team_id}`,
  teamItems: (team_id: Id) => `/team/item/${team_id}`,
  attachments: () => '/attachment/index',
  /** A part of the site settings; the screen scrolls to it. */
  siteSetting: (part: string) => `${paths.admin('settings')}#${part}`,
  admin: (section?: string, more: Record<string, string> = {}) => `/admin/index${query({ section, ...more })}`,
  mockByKey: (unique_key: string) => `/mock-data/${unique_key}`,
  /** The path of the mock follows, with its slash. */
  mockOfItem: (item_id: Id) => `/mock-path/${item_id}`,
}

/** Old addresses had the path behind a hash (`/#/12/34`, `/web/#/p/key`, older ones `/#/12?page_id=34`): they lead to the same screens. */
export function pathInHash(hash: string) {
  const path = hash.startsWith('#/') ? sameSitePath(hash.slice(1)) : undefined
  const [, item, page_id] = /^\/([A-Za-z0-9]+)\/?\?(?:.*&)?page_id=(\d+)/.exec(path ?? '') ?? []
  return item && Number(page_id) ? `/${item}/${page_id}` : path
}

/** Where to go after a login or an item password: only a path of this site is accepted (S88). */
export const safeRedirect = (target: string | null | undefined, otherwise = paths.items()) => sameSitePath(target) ?? otherwise
