import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

export interface Pair {
  id: number
  item_id: number
  api_token: string
  last_check_time: number
}

export const pairOf = async ({ store }: Pick<Services, 'store'>, api_key: string) =>
  (await store.hot<Pair>('select id, item_id, api_token, last_check_time from item_key where api_key = ?', [api_key]))[0]

export const noteUse = (db: Db, id: number, at: number) =>
  db.updateTable('item_key').set({ last_check_time: at }).where('id', '=', id).execute()

export const isDisabled = async ({ store }: Pick<Services, 'store'>, uid: number) =>
  (await store.hot<{ is_disabled: number }>('select is_disabled from "user" where uid = ?', [uid]))[0]?.is_disabled === 1
