import { setAddress } from '../../console/console.store.ts'
import type { Db } from '../../db/schema.ts'
import { insertEnv, insertFlow, insertFlowPage, putVariable, setShared } from '../../runapi/runapi.store.ts'
import { canary } from './secrets.ts'
import { isAnonymous, type MatrixUsers, roles } from './users.ts'

/** The data of API clients in the item, and two captcha challenges without a session. */
export interface Clients {
  captcha_id: string
  /** A challenge that the refused roles use up. */
  spare: string
  env: string
  env_name: string
  variable: string
  var_name: string
  flow: string
  calls: Record<'own' | 'other', string>
  /** An environment whose requests this server sends. */
  sending: string
  /** An environment of the other item. */
  envElsewhere: string
}

let drawn = 1_000_000

export async function addClients(trx: Db, people: MatrixUsers, item: number, elsewhere: number, pages: Record<string, string>, at: number) {
  const challenges = [++drawn, ++drawn].map((captcha_id) => ({ captcha_id, answer: 'abc12', until: at + 600 }))
  await trx.insertInto('riddle').values(challenges).execute()
  const { uid, username } = people.O
  const [env_name, var_name] = [canary('key'), canary('key')]
  const env_id = await insertEnv(trx, { item_id: item, env_name, uid }, at)
  const sending = await insertEnv(trx, { item_id: item, env_name: canary('key'), uid }, at)
  await setAddress(trx, sending, { base_url: 'https://api.test', is_shown: 1, by_server: 1 })
  const envElsewhere = await insertEnv(trx, { item_id: elsewhere, env_name: canary('key'), uid }, at)
  const variable = await putVariable(trx, { item_id: item, env_id, var_name, var_value: canary('key'), uid }, at)
  const selected = roles.filter((role) => !isAnonymous(role)).map((role) => ({ item_id: item, uid: people[role].uid, env_id }))
  await trx.insertInto('runapi_env_selected').values(selected).execute()
  await setShared(trx, item, JSON.stringify({ header: [{ name: canary('key'), value: canary('key') }] }))
  const usual = { env_id, times: 1, time_interval: 0, error_continue: 1, save_change: 1, addtime: at, last_update_time: at }
  const { id } = await insertFlow(trx, { ...usual, item_id: item, flow_name: canary('key'), uid, username })
  const call = async (page = '') => String(await insertFlowPage(trx, id, Number(page), 1, at))
  const calls = { own: await call(pages['own']), other: await call(pages['other']) }
  const clients: Clients = {
    captcha_id: String(drawn - 1),
    spare: String(drawn),
    env: String(env_id),
    env_name,
    sending: String(sending),
    envElsewhere: String(envElsewhere),
    variable: String(variable),
    var_name,
    flow: String(id),
    calls,
  }
  return clients
}
