import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* What API clients keep with an item. */

/** Environments that API clients keep with an item (contract/src/calls/runapi.ts). */
export interface RunapiEnv {
  id: Id
  item_id: number
  env_name: string
  uid: number
  addtime: number
  last_update_time: number
  /** The base address for requests of readers; '' for an environment of API clients only. */
  base_url: Generated<string>
  /** Readers see the environment. */
  is_shown: Generated<number>
  /** This server sends the requests of readers, if the operator allows it. */
  by_server: Generated<number>
}

/** The environment that a user has selected. */
export interface RunapiEnvSelected {
  id: Id
  item_id: number
  uid: number
  env_id: number
}

/** A variable name is unique in an environment; env_id 0 means no environment. */
export interface ItemVariable {
  id: Id
  item_id: number
  env_id: number
  var_name: string
  var_value: string
  uid: number
  addtime: number
}

/** A sequence of calls that a client runs, by pages of the item. */
export interface RunapiFlow {
  id: Id
  item_id: number
  flow_name: string
  /** The user who created it. */
  uid: number
  username: string
  env_id: number
  times: number
  time_interval: number
  error_continue: number
  save_change: number
  addtime: number
  last_update_time: number
}

export interface RunapiFlowPage {
  id: Id
  flow_id: number
  page_id: number
  s_number: number
  enabled: number
  addtime: number
}
