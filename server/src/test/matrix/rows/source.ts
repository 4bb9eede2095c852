import type { Contract } from '@sheaf/contract'
import { description } from '../../../source/test/orders.ts'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const file = description()
const one = ({ source }: World) => ({ source_id: source.source_id })
const fields = { name: 'new', title: 'New', views: '', on_gone: '', label: '', request_id: '' }
const pushed = { label: '', commit: '', branch: '', commit_time: '', force: '', request_id: '' }
const upload = { file, fileName: 'orders.json', needsThread: true } as const

export const sourceRows: { source: Rows<Contract['source']> } = {
  source: {
    list: [{ who: 'visit', fields: ({ item_id }) => ({ item_id }) }],
    parts: [{ who: 'visit', fields: (world) => ({ ...one(world), keyword: '' }) }],
    detail: [{ who: 'editorsSee', fields: one }],
    add: [
      { who: 'changeOfMany', ...upload, fields: ({ item_id, cats }) => ({ ...fields, item_id, cat_id: cats.own }) },
      { who: 'none', ...upload, fields: ({ elsewhere, cats }) => ({ ...fields, item_id: elsewhere, cat_id: cats.own }) },
    ],
    update: [{ who: 'change', fields: (world) => ({ ...one(world), title: 'Renamed', on_gone: 'keep' }) }],
    delete: [{ who: 'change', fields: (world, { password }) => ({ ...one(world), pages: 'keep', password }) }],
    push: [{ who: 'edit', ...upload, fields: (world) => ({ ...one(world), ...pushed }) }],
    changes: [{ who: 'visit', fields: (world) => ({ ...one(world), version_id: '' }) }],
    compare: [{ who: 'editorsSee', needsThread: true, fields: (world) => ({ ...one(world), from_seq: '1', to_seq: '2' }) }],
    result: [{ who: 'editorsSee', fields: one }],
    decideMatch: [{ who: 'edit', fields: (world) => ({ ...one(world), match_id: world.source.match_id, choice: 'yes' }) }],
    accept: [{ who: 'change', fields: (world) => ({ ...one(world), seal: 'a'.repeat(64), reason: 'Agreed' }) }],
    unaccept: [{ who: 'change', fields: (world) => ({ ...one(world), seal: 'b'.repeat(64) }) }],
    decide: [
      {
        who: 'edit',
        fields: (world) => ({
          ...one(world),
          words: JSON.stringify([{ page_id: Number(world.source.page_id), path: 'description', mode: 'replace', choice: 'ours' }]),
        }),
      },
    ],
    words: [
      { who: 'editorsSee', fields: ({ source }) => ({ page_id: source.page_id }) },
      { who: 'none', fields: ({ binned }) => ({ page_id: binned }) },
    ],
    part: [
      {
        who: 'editorsSee',
        fields: ({ source }) => ({ page_id: source.page_id, item_id: '0', kind: 'operation', source: 'orders', key: 'listOrders' }),
      },
      {
        who: 'none',
        fields: ({ binned }) => ({ page_id: binned, item_id: '0', kind: 'operation', source: 'orders', key: 'listOrders' }),
      },
    ],
    saveWords: [
      { who: 'edit', fields: ({ source }) => ({ page_id: source.page_id, path: 'summary', words: 'Ours', mode: 'replace' }) },
      { who: 'none', fields: ({ binned }) => ({ page_id: binned, path: 'summary', words: 'Ours', mode: 'replace' }) },
      {
        who: 'none',
        fields: ({ binned }) => ({ page_id: binned, schema: 'Order', path: 'fields.sku', words: 'Ours', mode: 'replace' }),
      },
    ],
    schedule: [{ who: 'editorsSee', fields: one }],
    saveSchedule: [{ who: 'change', fields: (world) => ({ ...one(world), url: '', every_hours: '24' }) }],
    fetch: [{ who: 'change', fields: one }],
    versions: [{ who: 'editorsSee', fields: (world) => ({ ...one(world), page: '1', count: '10' }) }],
    file: [
      { who: 'visit', fields: (world) => ({ ...one(world), version_id: '' }) },
      { who: 'editorsSee', fields: (world) => ({ ...one(world), version_id: world.source.held_id }) },
    ],
    export: [{ who: 'visit', fields: (world) => ({ ...one(world), form: 'source', format: '' }) }],
    schema: [{ who: 'visit', needsThread: true, fields: ({ source }) => ({ page_id: source.intro_id, name: 'Order', language: 'en' }) }],
    release: [
      { who: 'change', fields: (world) => ({ ...one(world), version_id: world.source.held_id, action: 'drop' }) },
      { who: 'change', needsThread: true, fields: (world) => ({ ...one(world), version_id: world.source.held_id, action: 'apply' }) },
    ],
    removeInstance: [{ who: 'change', fields: (world) => ({ ...one(world), instance: 'production' }) }],
    putBack: [{ who: 'edit', fields: (world) => ({ ...one(world), kind: 'operation', key: 'leftOut' }) }],
    detach: [
      { who: 'edit', fields: ({ source }) => ({ page_id: source.page_id }) },
      { who: 'none', fields: ({ binned }) => ({ page_id: binned }) },
    ],
  },
} satisfies Record<string, Record<string, Case[]>>
