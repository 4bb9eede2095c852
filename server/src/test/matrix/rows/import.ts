import type { Contract } from '@sheaf/contract'
import { sampleZip } from '../../../zip/test/zip-sample.ts'
import type { Case, Rows } from '../case.ts'

const file = sampleZip([{ name: 'a.md', data: '# A' }])

/** Any user can import into a new item. An import into an existing item needs the right to edit the target. */
const targets: Case[] = [
  { who: 'users', once: true, file, fields: () => ({ request_id: '', password: '' }) },
  { who: 'edit', at: 'rest', file, fields: ({ item_id }) => ({ item_id }) },
  { who: 'edit', at: 'own', file, fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.own }) },
  { who: 'none', file, fields: ({ elsewhere, cats }) => ({ item_id: elsewhere, cat_id: cats.own }) },
]

export const importRows: { [G in 'import' | 'importSwagger' | 'importPostman']: Rows<Contract[G]> } = {
  import: {
    auto: targets,
    preview: targets.slice(1),
    markdown: targets,
    progress: [{ who: 'users', once: true, fields: () => ({ request_id: 'matrix-import' }) }],
  },
  importSwagger: { import: targets },
  importPostman: { import: targets },
}
