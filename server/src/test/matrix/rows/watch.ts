import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

/** One case for the pages and catalogs of the scoped roles, and one for the rest. */
const each = (who: Case['who'], fields: (world: World, name: 'own' | 'other') => Record<string, string>): Case[] =>
  (['own', 'other'] as const).map((name) => ({ who, at: name === 'own' ? 'own' : 'rest', fields: (world) => fields(world, name) }))

const onPage = (who: Case['who'], more: Record<string, string> = {}) =>
  each(who, ({ pages }, name) => ({ kind: 'page', subject_id: pages[name], ...more }))
const onCatalog = (who: Case['who'], more: Record<string, string> = {}) =>
  each(who, ({ cats }, name) => ({ kind: 'catalog', subject_id: cats[name], ...more }))
/** Archived items can be watched: their members change. */
const mail = { once: true, who: 'users' } as const
const none = { token: 'bm9uZQ.none' }

export const watchRows: { watch: Rows<Contract['watch']>; subscription: Rows<Contract['subscription']> } = {
  watch: {
    info: [...onPage('visitAsUser'), ...onCatalog('visitAsUser')],
    set: [...onPage('visitAsUser', { level: 'all' }), ...onCatalog('visitAsUser', { level: 'muted' })],
    setMany: [
      ...each('visitAsUser', ({ item_id, pages }, name) => ({ item_id, lines: `[{"page_id":${pages[name]}}]`, level: 'all' })),
      ...each('visitAsUser', ({ item_id, cats }, name) => ({ item_id, lines: `[{"cat_id":${cats[name]}}]`, level: 'muted' })),
    ],
    getList: [{ ...mail, fields: () => ({ page: '1', count: '10', find: '' }) }],
    teams: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    // The team is not one of the item: the last check of a manager refuses.
    ofTeam: [{ who: 'none', fields: ({ item_id, teams }) => ({ item_id, cat_id: '0', team_id: teams.theirsFree, level: 'all' }) }],
    people: [
      { who: 'manage', at: 'own', fields: ({ pages }) => ({ kind: 'page', subject_id: pages.own }) },
      { who: 'manage', at: 'rest', fields: ({ cats }) => ({ kind: 'catalog', subject_id: cats.other }) },
    ],
    settings: [{ ...mail, fields: () => ({}) }],
    saveSettings: [{ ...mail, fields: () => ({ zone: 'Asia/Shanghai', digest_hour: '7' }) }],
    preview: [{ who: 'none', once: true, fields: () => ({}) }],
    unsubscribeInfo: [{ who: 'none', once: true, fields: () => none }],
    unsubscribe: [{ who: 'none', once: true, fields: () => ({ ...none, undo: '0' }) }],
  },
  subscription: {
    getPageList: each('edit', ({ pages }, name) => ({ page_id: pages[name] })),
    savePage: each('edit', ({ pages, people: { E } }, name) => ({ page_id: pages[name], uids: String(E.uid) })),
    deletePage: each('edit', ({ pages, people: { E } }, name) => ({ page_id: pages[name], uids: String(E.uid) })),
  },
}
