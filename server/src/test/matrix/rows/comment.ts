import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const at = (name: 'own' | 'other') => (name === 'own' ? 'own' : 'rest')
/** One case for the page, thread or comment of each place. */
const each = (who: Case['who'], fields: (world: World, name: 'own' | 'other') => Record<string, string>): Case[] =>
  (['own', 'other'] as const).map((name) => ({ who, at: at(name), fields: (world) => fields(world, name) }))

const onPage = (who: Case['who'], more: Record<string, string>) => each(who, ({ pages }, name) => ({ page_id: pages[name], ...more }))
const onThread = (who: Case['who'], more: Record<string, string> = {}) =>
  each(who, ({ threads }, name) => ({ thread_id: threads[name].thread_id, ...more }))
const onComment = (who: Case['who'], more: Record<string, string> = {}) =>
  each(who, ({ threads }, name) => ({ comment_id: threads[name].comment_id, ...more }))

const text = { content: 'Why?', request_id: '' }

export const commentRows: { comment: Rows<Contract['comment']>; pageComment: Rows<Contract['pageComment']> } = {
  comment: {
    getList: onPage('visit', { state: '', since: '' }),
    counts: [{ who: 'visitAsUser', fields: ({ item_id }) => ({ item_id }) }],
    mine: [{ who: 'users', once: true, fields: () => ({ state: '', before: '0', count: '100' }) }],
    add: [
      ...onPage('comment', { thread_id: '0', anchor: '', reopen: '0', ...text }),
      ...each('comment', ({ pages, threads }, name) => ({
        page_id: pages[name],
        thread_id: threads[name].thread_id,
        anchor: '',
        reopen: '1',
        ...text,
      })),
    ],
    // Only its author can: a user without a role.
    save: onComment('none', { content: 'Changed' }),
    delete: onComment('change'),
    resolve: onThread('edit'),
    reopen: onThread('edit'),
    attach: onThread('edit', { anchor: '' }),
    // Members also see the teams of the item.
    people: onPage('comment', { text: '' }).map((one) => ({ ...one, reveals: ['team'] })),
    settings: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    saveSettings: [{ who: 'change', fields: ({ item_id }) => ({ item_id, comment_from: '1', comment_see: '3', comment_names: '0' }) }],
  },
  pageComment: {
    getList: onPage('visit', { page: '1', count: '20' }),
    add: [
      ...onPage('comment', { parent_id: '0', ...text }),
      ...each('comment', ({ pages, threads }, name) => ({ page_id: pages[name], parent_id: threads[name].comment_id, ...text })),
    ],
    delete: onComment('change'),
  },
}
