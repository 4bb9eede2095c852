import type { Answer } from '@sheaf/contract/client'

/** What the lists of the site are made of. */
export type AdminFile = Answer<'attachment', 'getAllList'>['list'][number]
export type Item = Answer<'adminItem', 'getList'>['items'][number]
export type Entry = Answer<'adminLog', 'getList'>['list'][number]
export type SiteFigures = Answer<'adminOverview', 'info'>
export type User = Answer<'adminUser', 'getList'>['users'][number]
