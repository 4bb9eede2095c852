import type { Answer } from '@sheaf/contract/client'

export type Team = Answer<'team', 'getList'>[number]
export type Member = Answer<'teamMember', 'getList'>[number]
export type BoundGroup = Answer<'teamRule', 'getList'>[number]
export type Bound = Answer<'teamItem', 'getListByTeam'>[number]
export type Right = Answer<'teamItemMember', 'getList'>[number]

/** Names or items in one call. */
export const BATCH_MAX = 200

export const MAY_EDIT = '1'
export const MAY_READ = '0'
