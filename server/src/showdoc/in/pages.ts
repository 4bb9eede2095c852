import { DEFAULT_ORDER, MOCK_PATH_MAX } from '@sheaf/contract'
import { methodOf } from '@sheaf/markdown/method'
import { asSystem } from '../../access/permission.ts'
import { linkFiles } from '../../attachment/attachment.store.ts'
import { levelsOf } from '../../content/catalog.rules.ts'
import { type Base, baseOf, needsBase, pack } from '../../page/history/page.history.store.ts'
import { comments } from './comments.ts'
import { filesNamed } from './files.ts'
import { type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { bytesOf, contentOf, flagOf, inflated, nameOf, numberOf, timeOf, unescapeHtml, wholeOf } from './texts.ts'

const withoutZeros = (text: string) => text.replaceAll('\0', '')

/** Tables that reference pages. */
export const pageRelations: TableMigrator[] = [
  {
    table: 'file_page',
    key: ['id'],
    async take(row, run) {
      // Page 0 marks a file without a page; no row is needed for that.
      if (numberOf(row['page_id']) === 0) return {}
      const [file_id, page_id] = [run.id('upload_file', row['file_id']), run.id('page', row['page_id'])]
      if (!file_id || !page_id) return { left: 'orphan' }
      if (!(await run.claim('attachment_page', { file_id, page_id }))) return { left: 'twice' }
      return { rows: [['attachment_page', { id: run.own('file_page', row['id']), file_id, page_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'file_flow',
    key: ['id'],
    async take(row, run) {
      const [uid, month] = [run.id('user', row['uid']), String(row['date_month'] ?? '')]
      if (!uid || !/^\d{4}-\d\d$/.test(month)) return { left: 'orphan' }
      if (!(await run.claim('attachment_flow', { uid, month }))) return { left: 'twice' }
      return { rows: [['attachment_flow', { uid, month, bytes: bytesOf(row['used']) }]] }
    },
  },
  {
    table: 'single_page',
    key: ['id'],
    async take(row, run) {
      const [page_id, unique_key] = [run.id('page', row['page_id']), String(row['unique_key'] ?? '')]
      if (!page_id || unique_key === '') return { left: 'orphan' }
      if (!(await run.claim('page_link', { page_id }))) return { left: 'twice' }
      if (!(await run.claim('page_link', { unique_key }))) return { left: 'taken' }
      return { rows: [['page_link', { page_id, unique_key, addtime: run.now, until: timeOf(row['expire_time']) }]] }
    },
  },
  {
    table: 'recycle',
    key: ['id'],
    async take(row, run) {
      const [page_id, item_id] = [run.id('page', row['page_id']), run.id('item', row['item_id'])]
      const page = run.staging.all('select item_id, is_del from page where page_id = ?', row['page_id'])[0]
      if (!page_id || !item_id || !flagOf(page?.['is_del'])) return { left: 'orphan' }
      if (!(await run.claim('recycle', { page_id }))) return { left: 'twice' }
      const by = { del_by_uid: run.id('user', row['del_by_uid']) ?? run.owner, del_by_username: nameOf(row['del_by_username']) }
      const bin = { id: run.own('recycle', row['id']), item_id: run.id('item', page?.['item_id']) ?? item_id, page_id }
      return { rows: [['recycle', { ...bin, page_title: nameOf(row['page_title']), ...by, del_time: timeOf(row['del_time']) }]] }
    },
  },
  {
    table: 'mock',
    key: ['id'],
    async take(row, run) {
      const page_id = run.id('page', row['page_id'])
      const page = run.staging.all('select item_id from page where page_id = ?', row['page_id'])[0]
      const item_id = run.id('item', page?.['item_id'])
      const unique_key = String(row['unique_key'] ?? '')
      if (!page_id || !item_id || unique_key === '') return { left: 'orphan' }
      if (!(await run.claim('mock', { page_id }))) return { left: 'twice' }
      if (!(await run.claim('mock', { unique_key }))) return { left: 'taken' }
      const path = nameOf(row['path']).trim()
      const mock = {
        id: run.own('mock', row['id']),
        uid: run.id('user', row['uid']) ?? run.owner,
        page_id,
        item_id,
        unique_key,
        path: (path.startsWith('/') ? path : `/${path}`).slice(0, MOCK_PATH_MAX),
        template: withoutZeros(unescapeHtml(row['template'])),
        view_times: numberOf(row['view_times']),
        addtime: timeOf(row['addtime']),
        last_update_time: timeOf(row['last_update_time']),
      }
      return { rows: [['mock', mock]] }
    },
  },
  comments,
  {
    table: 'template',
    key: ['id'],
    take(row, run) {
      const uid = run.id('user', row['uid'])
      if (!uid) return { left: 'orphan' }
      const template = { id: run.own('template', row['id']), uid, template_title: nameOf(row['template_title']) }
      return {
        rows: [
          [
            'template',
            { ...template, template_content: withoutZeros(unescapeHtml(row['template_content'])), addtime: timeOf(row['addtime']) },
          ],
        ],
      }
    },
  },
]

const memoized = <T>(run: MigrationRun, name: string, make: () => T): T => {
  if (!run.memory.has(name)) run.memory.set(name, make())
  return run.memory.get(name) as T
}

/** The valid parent and level of each catalog: the parent is in the same item, and there are no cycles. */
function places(run: MigrationRun): Map<number, { parent: number; level: number }> {
  const all = run.staging.all<{ cat_id: number; item_id: number; parent_cat_id: number }>(
    'select cat_id, item_id, parent_cat_id from catalog order by cat_id',
  )
  const parents = new Map<number, number>()
  const isBelow = (from: number, to: number) => {
    for (let [at, steps] = [from, 0]; at; at = parents.get(at) ?? 0) if (at === to || steps++ > 100) return true
    return false
  }
  for (const { cat_id, item_id, parent_cat_id } of all) {
    const parent = wholeOf(parent_cat_id)
    const fits = parent !== 0 && run.itemOfCatalog(parent) === item_id && !isBelow(parent, cat_id)
    parents.set(cat_id, fits ? parent : 0)
  }
  const levels = levelsOf(all.map(({ cat_id }) => ({ cat_id, parent_cat_id: parents.get(cat_id) ?? 0 })))
  return new Map(all.map(({ cat_id }) => [cat_id, { parent: parents.get(cat_id) ?? 0, level: levels.get(cat_id) ?? 2 }]))
}

/** The catalog of a page; the root of its item when the catalog is gone. */
const catalogOf = (row: Row, run: MigrationRun) => {
  const old = wholeOf(row['cat_id'])
  return run.itemOfCatalog(old) === row['item_id'] ? (run.id('catalog', old) ?? 0) : 0
}

const stateOf = (row: Row, run: MigrationRun) => ({
  item_id: run.id('item', row['item_id']) ?? 0,
  cat_id: catalogOf(row, run),
  page_title: nameOf(row['page_title']),
  page_comments: nameOf(row['page_comments']),
  s_number: row['s_number'] === null ? DEFAULT_ORDER : numberOf(row['s_number']),
  author_uid: run.id('user', row['author_uid']) ?? null,
  author_username: nameOf(row['author_username']),
  addtime: timeOf(row['addtime']),
})

/** The creator of each page according to its oldest version. */
const creators = (run: MigrationRun) =>
  memoized(run, 'makers', () => {
    const first = 'select page_id, author_uid, min(page_history_id) from page_history group by page_id'
    return new Map(run.staging.all<{ page_id: number; author_uid: number | null }>(first).map((row) => [row.page_id, row.author_uid]))
  })

const binned = (run: MigrationRun) =>
  memoized(
    run,
    'binned',
    () =>
      new Set(
        run.staging.tables.has('recycle') ? run.staging.all<{ id: number }>('select page_id as id from recycle').map((row) => row.id) : [],
      ),
  )

export const catalogs: TableMigrator = {
  table: 'catalog',
  key: ['cat_id'],
  take(row, run) {
    const [cat_id, item_id] = [run.id('catalog', row['cat_id']), run.id('item', row['item_id'])]
    if (!cat_id || !item_id) return { left: 'orphan' }
    const place = memoized(run, 'places', () => places(run)).get(wholeOf(row['cat_id']))
    const parent_cat_id = run.id('catalog', place?.parent ?? 0) ?? 0
    const about = { cat_id, item_id, parent_cat_id, level: place?.level ?? 2, cat_name: nameOf(row['cat_name']) }
    return {
      rows: [
        [
          'catalog',
          { ...about, s_number: row['s_number'] === null ? DEFAULT_ORDER : numberOf(row['s_number']), addtime: timeOf(row['addtime']) },
        ],
      ],
    }
  },
}

export const pages: TableMigrator = {
  table: 'page',
  key: ['page_id'],
  async take(row, run) {
    const page_id = run.id('page', row['page_id'])
    if (numberOf(row['is_draft'])) return { left: 'draft' }
    if (!page_id) return { left: 'orphan' }
    const state = stateOf(row, run)
    const page_content = withoutZeros(contentOf(row['page_content']))
    const is_del = flagOf(row['is_del'])
    const creator = creators(run).get(wholeOf(row['page_id']))
    const page = {
      page_id,
      ...state,
      page_content,
      creator_uid: (creator !== undefined ? run.id('user', creator) : undefined) ?? state.author_uid,
      created: timeOf(row['page_addtime']) || state.addtime,
      version: 1,
      is_del,
      method: methodOf(page_content),
    }
    // A deleted page without a recycle row would be unreachable, so it gets one.
    const bin = {
      item_id: state.item_id,
      page_id,
      page_title: state.page_title,
      del_by_uid: state.author_uid ?? run.owner,
      del_by_username: state.author_username,
    }
    const isLost = is_del === 1 && !binned(run).has(wholeOf(row['page_id']))
    const file_ids = filesNamed(page_content, run)
    return {
      rows: [
        ['page', page],
        ...(isLost ? [['recycle', { ...bin, del_time: state.addtime }] as ['recycle', typeof bin & { del_time: number }]] : []),
      ],
      ...unmappedColumns(row, ['ext_info']),
      ...(is_del ? {} : { found: { page_id, item_id: state.item_id, page_title: state.page_title, page_content } }),
      after: (db) =>
        linkFiles(
          db,
          asSystem(state.item_id, 'migrated'),
          file_ids.map((file_id) => ({ file_id, page_id, addtime: state.addtime })),
        ),
    }
  },
}

interface LastBase {
  page_id: number
  base: Base | undefined
}

/** The newest full version of the page, from this run or an earlier one; later versions are packed against it. */
async function baseFor(page_id: number, run: MigrationRun): Promise<Base | undefined> {
  const last = run.memory.get('base') as LastBase | undefined
  if (last?.page_id === page_id) return last.base
  return baseOf(run.db, page_id)
}

export const pageVersions: TableMigrator = {
  table: 'page_history',
  key: ['page_id', 'page_history_id'],
  async take(row, run) {
    const page_id = run.id('page', row['page_id'])
    if (!page_id) return { left: 'orphan' }
    const page_history_id = run.own('page_history', row['page_history_id'])
    const content = stateText(row)
    const base = needsBase(content) ? await baseFor(page_id, run) : undefined
    const packed = await pack(content, base)
    if (packed.base_id === 0)
      run.memory.set('base', { page_id, base: { page_history_id, content: Buffer.from(content), packed: packed.page_content.length } })
    else run.memory.set('base', { page_id, base })
    const page = stateOf(
      { ...row, item_id: run.staging.all('select item_id from page where page_id = ?', row['page_id'])[0]?.['item_id'] ?? null },
      run,
    )
    return { rows: [['page_history', { page_history_id, page_id, ...page, ...packed }]], ...unmappedColumns(row, ['ext_info']) }
  },
}

/** The decompressed text of a revision. */
export const stateText = (row: Row) => withoutZeros(contentOf(inflated(String(row['page_content'] ?? ''))))
export const pageText = (row: Row) => withoutZeros(contentOf(row['page_content']))
