import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const it = ({ item_id }: World) => ({ item_id })
type Fields = (world: World) => Record<string, string>
/** Users who can edit part of the item can see it, even when archived. */
const sees = (fields: Fields): Case[] => [{ who: 'editorsSee', at: 'own', reveals: ['key'], fields }]
/** Users who can edit all of the item can change it. */
const changes = (...all: Fields[]): Case[] => all.map((fields) => ({ who: 'edit', at: 'rest', reveals: ['key'], fields }))
const never = (fields: Fields): Case => ({ who: 'none', fields })

const env = { env_name: 'Production', request_id: '' }
const flow = { flow_name: 'Smoke', times: '1', time_interval: '0', error_continue: '1', save_change: '1', request_id: '' }

export const clientRows: { [G in 'runapi' | 'itemVariable' | 'flow']: Rows<Contract[G]> } = {
  runapi: {
    getEnvList: sees(it),
    addEnv: changes(({ item_id }) => ({ ...env, item_id, env_id: '0' })),
    updateEnv: [
      ...changes(({ item_id, clients }) => ({ ...env, item_id, env_id: clients.env })),
      never(({ item_id, clients }) => ({ ...env, item_id, env_id: clients.envElsewhere })),
    ],
    delEnv: changes(({ clients }) => ({ env_id: clients.env })),
    selectEnv: [{ who: 'edit', at: 'own', fields: ({ clients }) => ({ env_id: clients.env }) }],
    getSelectEnv: sees(it),
    getGlobalParam: sees(it),
    updateGlobalParam: changes(({ item_id }) => ({ item_id, param_type: 'header', content_json_str: '[]' })),
  },
  itemVariable: {
    getList: sees(({ item_id, clients }) => ({ item_id, env_id: clients.env })),
    save: [
      ...changes(({ item_id, clients }) => ({ item_id, env_id: clients.env, var_name: 'host', var_value: 'x' })),
      never(({ item_id, clients }) => ({ item_id, env_id: clients.envElsewhere, var_name: 'host', var_value: 'x' })),
    ],
    delete: [
      ...changes(({ item_id, clients }) => ({ item_id, id: clients.variable })),
      never(({ elsewhere, clients }) => ({ item_id: elsewhere, id: clients.variable })),
    ],
    deleteByName: changes(({ item_id, clients }) => ({ item_id, env_id: clients.env, var_name: clients.var_name })),
  },
  flow: {
    save: [
      ...changes(
        ({ item_id }) => ({ ...flow, id: '0', item_id, env_id: '0' }),
        ({ item_id, clients }) => ({ ...flow, id: clients.flow, item_id, env_id: clients.env }),
      ),
      never(({ item_id, clients }) => ({ ...flow, id: clients.flow, item_id, env_id: clients.envElsewhere })),
    ],
    getList: sees(it),
    delete: changes(({ clients }) => ({ id: clients.flow })),
    addFlowPage: changes(({ clients, pages }) => ({ flow_id: clients.flow, page_id: pages.own, request_id: '' })),
    deleteFlowPage: changes(({ clients }) => ({ id: clients.calls.own })),
    getFlowPageList: sees(({ clients }) => ({ flow_id: clients.flow })),
    saveSort: changes(({ clients: { flow, calls } }) => ({ flow_id: flow, orders: JSON.stringify([{ id: calls.own, s_number: 2 }]) })),
    setFlowPageEnabled: changes(({ clients: { flow, calls } }) => ({ flow_id: flow, ids: JSON.stringify([calls.own]) })),
  },
}
