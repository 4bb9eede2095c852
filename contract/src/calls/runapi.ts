import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, countOrNone, date, digits, flagOrNone, id, idOr0, json, name, nothing, requestId, text, textOrNone } from '../fields.ts'
import {
  FLOW_PAGES_MAX,
  ID_MAX,
  MOCK_PATH_MAX,
  SHARED_CHARS_MAX,
  SHARED_LISTS,
  SHARED_SCRIPTS,
  TEMPLATE_CHARS_MAX,
  VARIABLE_CHARS_MAX,
} from '../limits.ts'

const Mock = z.object({
  id: digits,
  unique_key: z.string(),
  uid: digits,
  page_id: digits,
  item_id: digits,
  view_times: digits,
  template: z.string(),
  path: z.string(),
  addtime: digits,
  last_update_time: digits,
})

/** One mock per page: a JSON template with Mock.js rules, served to every client that has its address. */
export const mock = {
  /** Creates or changes the mock of a page; the key stays. A leading slash is added to the path if missing. */
  add: write(
    'user',
    { page_id: id, template: text(TEMPLATE_CHARS_MAX), path: text(MOCK_PATH_MAX) },
    z.object({ page_id: z.number(), path: z.string(), unique_key: z.string() }),
  ),
  /** Deletes the mock; a later mock has another key. Returns the number of deleted mocks: 1 or 0. */
  delete: write('user', { page_id: id }, z.number()),
  infoByPageId: read('visitor', { page_id: id }, z.union([Mock, z.null()])),
  /** The evaluated template as JSON without the envelope. Also at /mock-data/<key>, by any method. */
  infoByKey: read('visitor', { unique_key: text() }, bytes, { open: true }),
  /** Public items only. Also at /mock-path/<item_id>/<path> and /mock-path/<item_id>&path=<path>, by any method. */
  infoByPath: read('visitor', { item_id: idOr0, path: text(MOCK_PATH_MAX) }, bytes, { open: true }),
}

/*
 * Data that API clients store with an item: environments with variables, parameters of all pages, and sequences of calls. Sheaf only
 * stores and returns it; no screen shows it.
 */
const Env = z.object({ id: digits, env_name: z.string(), item_id: digits, uid: digits, addtime: date, last_update_time: date })
const env = { item_id: id, env_id: idOr0, env_name: name(), request_id: requestId }

const rows = z.array(z.unknown())
export const Shared = z.object({
  query: rows,
  body: rows,
  header: rows,
  cookies: rows,
  preScript: z.string(),
  postScript: z.string(),
})
export type Shared = z.output<typeof Shared>

export const runapi = {
  /** The first read creates a default environment, as existing clients expect. */
  getEnvList: read('user', { item_id: id }, z.array(Env)),
  /** With an env_id the environment is renamed. */
  addEnv: write('user', env, z.object({ env_id: digits })),
  updateEnv: write('user', env, z.object({ env_id: z.number() })),
  /** Deletes the environment and its variables. */
  delEnv: write('user', { env_id: id }, nothing),
  /** Selects the environment of the caller; each user has their own selection. */
  selectEnv: write('user', { env_id: id }, digits),
  /** Without a selection: only env_id "0". */
  getSelectEnv: read(
    'user',
    { item_id: id },
    z.object({ env_id: digits, id: digits.optional(), item_id: digits.optional(), uid: digits.optional() }),
  ),
  getGlobalParam: read('user', { item_id: id }, Shared),
  updateGlobalParam: write(
    'user',
    { item_id: id, param_type: z.enum([...SHARED_LISTS, ...SHARED_SCRIPTS]), content_json_str: text(SHARED_CHARS_MAX) },
    z.number(),
  ),
}

const Variable = z.object({
  id: digits,
  var_name: z.string(),
  var_value: z.string(),
  uid: digits,
  item_id: digits,
  addtime: date,
  env_id: digits,
})

export const itemVariable = {
  /** Variables of one environment, or of all (env_id 0). */
  getList: read('user', { item_id: id, env_id: idOr0 }, z.array(Variable)),
  /** A name has one value per environment. */
  save: write('user', { item_id: id, env_id: idOr0, var_name: name(), var_value: text(VARIABLE_CHARS_MAX) }, digits),
  delete: write('user', { item_id: id, id }, z.number()),
  deleteByName: write('user', { item_id: id, env_id: idOr0, var_name: text() }, z.number()),
}

const Flow = z.object({
  id: digits,
  flow_name: z.string(),
  uid: digits,
  username: z.string(),
  item_id: digits,
  env_id: digits,
  times: digits,
  time_interval: digits,
  error_continue: digits,
  save_change: digits,
  addtime: date,
  last_update_time: date,
})
const FlowPage = z.object({
  id: digits,
  flow_id: digits,
  page_id: digits,
  s_number: digits,
  enabled: digits,
  addtime: date,
  page_title: z.string(),
})
const number = z.coerce.number().int().min(0).max(ID_MAX)

export const flow = {
  /** With an id: changes the fields that are sent. Without: creates a flow. */
  save: write(
    'user',
    {
      id: idOr0,
      item_id: idOr0,
      flow_name: textOrNone(),
      env_id: countOrNone,
      times: countOrNone,
      time_interval: countOrNone,
      error_continue: flagOrNone,
      save_change: flagOrNone,
      request_id: requestId,
    },
    Flow,
  ),
  /** Newest first. */
  getList: read('user', { item_id: id }, z.array(Flow)),
  delete: write('user', { id }, z.number()),
  /** A flow can contain a page more than once. */
  addFlowPage: write('user', { flow_id: id, page_id: id, request_id: requestId }, digits),
  deleteFlowPage: write('user', { id }, z.number()),
  getFlowPageList: read('user', { flow_id: id }, z.array(FlowPage)),
  saveSort: write('user', { flow_id: id, orders: json(z.array(z.object({ id: number, s_number: number })).max(FLOW_PAGES_MAX)) }, nothing),
  /** Enables the given pages and disables all others. */
  setFlowPageEnabled: write('user', { flow_id: id, ids: json(z.array(number).max(FLOW_PAGES_MAX)) }, nothing),
}
