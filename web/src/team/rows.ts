import type { Answer } from '@sheaf/contract/client'

export type Team = Answer<'team', 'getList'>[number]
export type Member = Answer<'teamMember', 'getList'>[number]
export type Bound = Answer<'teamItem', 'getListByTeam'>[number]
export type Right = Answer<'teamItemMember', 'getList'>[number]

/** "lena (Lena Hartwig)": the user name distinguishes users with the same name. */
export const labelOf = (username: string, name: string) => (name ? `${username} (${name})` : username)

/** Names or items in one call. */
export const BATCH_MAX = 200

export const MAY_EDIT = '1'
export const MAY_READ = '0'
