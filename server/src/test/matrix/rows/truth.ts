import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const own = ({ pages }: World) => ({ page_id: pages.own })
const binned = ({ binned: page_id }: World) => ({ page_id })
const proof = { proof_id: '0', heading: '', target: 'shop:src/orders.ts', base_version: '' }

export const truthRows: { truth: Rows<Contract['truth']> } = {
  truth: {
    page: [
      { who: 'visit', fields: own },
      { who: 'visit', at: 'rest', fields: ({ pages }) => ({ page_id: pages.other }) },
      { who: 'linked', fields: ({ unique_key }) => ({ page_id: '0', unique_key }) },
      { who: 'none', fields: binned },
    ],
    list: [{ who: 'editorsSee', fields: ({ item_id }) => ({ item_id }) }],
    summary: [{ who: 'visit', fields: ({ item_id }) => ({ item_id }) }],
    saveProof: [
      { who: 'editText', fields: (world) => ({ ...proof, ...own(world) }) },
      { who: 'editText', at: 'rest', fields: ({ pages }) => ({ ...proof, page_id: pages.other }) },
      { who: 'none', fields: (world) => ({ ...proof, ...binned(world) }) },
    ],
    accept: [
      { who: 'edit', fields: own },
      { who: 'none', fields: (world) => ({ ...own(world), proof_ids: '[2147483647]' }) },
      { who: 'none', fields: binned },
    ],
    repos: [
      { who: 'editorsSee', fields: ({ item_id }) => ({ item_id, repo: '' }) },
      { who: 'change', fields: ({ item_id }) => ({ item_id, repo: 'shop', pattern: 'https://git.test/{from}...{to}' }) },
    ],
  },
} satisfies Record<string, Record<string, Case[]>>
