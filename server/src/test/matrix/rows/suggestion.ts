import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const text = { page_title: 'Title', page_content: 'Text', edits: '', cat_id: '0' }
const edit = { ...text, item_id: '0', base_version: '1' }
const fresh = { ...text, page_id: '0', base_version: '' }

const proposals = (more: Record<string, string>): Case[] => [
  { who: 'suggest', at: 'own', fields: ({ pages }) => ({ ...edit, page_id: pages.own, ...more }) },
  { who: 'suggest', at: 'rest', fields: ({ pages }) => ({ ...edit, page_id: pages.other, ...more }) },
  { who: 'suggestNew', at: 'own', fields: ({ item_id, cats }) => ({ ...fresh, item_id, cat_id: cats.own, ...more }) },
  { who: 'suggestNew', at: 'rest', fields: ({ item_id }) => ({ ...fresh, item_id, ...more }) },
  { who: 'none', fields: ({ binned }) => ({ ...edit, page_id: binned, ...more }) },
]
/** A suggestion for each page and for a new one. */
const each = (who: Case['who'], fields: (suggestion: keyof World['suggestions']) => Record<string, string>): Case[] =>
  (['own', 'other', 'root'] as const).map((name) => ({
    who,
    at: name === 'own' ? 'own' : 'rest',
    fields: ({ suggestions }) => ({ suggestion_id: suggestions[name], ...fields(name) }),
  }))

const listed = { page_id: '0', state: '', before: '0', count: '100' }

export const suggestionRows: { suggestion: Rows<Contract['suggestion']> } = {
  suggestion: {
    preview: proposals({}),
    save: proposals({ suggestion_id: '0', reason: 'Why', request_id: '' }),
    getList: [
      { who: 'editorsSee', fields: ({ item_id }) => ({ ...listed, item_id, mine: '0' }) },
      { who: 'users', once: true, fields: () => ({ ...listed, item_id: '0', mine: '1' }) },
    ],
    info: each('editorsSee', () => ({})),
    accept: each('edit', (name) => ({
      revision: '1',
      base_version: name === 'root' ? '0' : '1',
      note: '',
      page_title: 'New',
      page_content: 'New',
    })),
    decline: each('edit', () => ({ revision: '1', note: 'Not now' })),
    // Only its proposer can: a user without a role.
    withdraw: each('none', () => ({})),
  },
}
