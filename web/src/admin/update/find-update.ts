import type { Answer } from '@sheaf/contract/client'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'

export type FoundUpdate = Answer<'adminUpdate', 'checkUpdate'>

/** Whether there is something newer: asked once for the menu and for the screen. */
export const findUpdate = () => ({ ...read(api.adminUpdate.checkUpdate, {}), staleTime: 10 * 60_000 })
