import { type Copy, copy } from './copy.ts'
import { chinaTime, escaped } from './escaped.ts'

/** What API clients keep with an item. */
export const clientData: Copy[] = [
  copy('runapi_env', 'runapi_env', ['id', 'env_name', 'item_id', 'uid', 'addtime', 'last_update_time'], (env) => [
    { ...env, env_name: escaped(env.env_name), addtime: chinaTime(env.addtime), last_update_time: chinaTime(env.last_update_time) },
  ]),
  copy('runapi_env_selected', 'runapi_env_selectd', ['id', 'item_id', 'uid', 'env_id'], (row) => [row]),
  copy('item_variable', 'item_variable', ['id', 'var_name', 'var_value', 'uid', 'item_id', 'addtime', 'env_id'], (one) => [
    { ...one, var_name: escaped(one.var_name), var_value: escaped(one.var_value) },
  ]),
  copy(
    'runapi_flow',
    'runapi_flow',
    [
      'id',
      'flow_name',
      'uid',
      'username',
      'item_id',
      'env_id',
      'times',
      'time_interval',
      'error_continue',
      'save_change',
      'addtime',
      'last_update_time',
    ],
    (flow) => [
      {
        ...flow,
        flow_name: escaped(flow.flow_name),
        username: escaped(flow.username),
        addtime: chinaTime(flow.addtime),
        last_update_time: chinaTime(flow.last_update_time),
      },
    ],
  ),
  copy('runapi_flow_page', 'runapi_flow_page', ['id', 'flow_id', 'page_id', 's_number', 'enabled', 'addtime'], (row) => [
    { ...row, addtime: chinaTime(row.addtime) },
  ]),
]
