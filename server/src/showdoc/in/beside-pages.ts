import { MOCK_PATH_MAX } from '@sheaf/contract'
import type { TableMigrator } from './mover.ts'
import { bytesOf, flagOf, nameOf, numberOf, plain, timeOf } from './texts.ts'

const withoutZeros = (text: string) => text.replaceAll('\0', '')

/** What hangs on pages. */
export const pageRelations: TableMigrator[] = [
  {
    table: 'file_page',
    key: ['id'],
    async take(row, way) {
      // Of a file that is on no page ShowDoc says page 0: nothing is left of that.
      if (numberOf(row['page_id']) === 0) return {}
      const [file_id, page_id] = [way.id('upload_file', row['file_id']), way.id('page', row['page_id'])]
      if (!file_id || !page_id) return { left: 'orphan' }
      if (!(await way.claim('attachment_page', { file_id, page_id }))) return { left: 'twice' }
      return { rows: [['attachment_page', { id: way.own('file_page', row['id']), file_id, page_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'file_flow',
    key: ['id'],
    async take(row, way) {
      const [uid, month] = [way.id('user', row['uid']), String(row['date_month'] ?? '')]
      if (!uid || !/^\d{4}-\d\d$/.test(month)) return { left: 'orphan' }
      if (!(await way.claim('attachment_flow', { uid, month }))) return { left: 'twice' }
      return { rows: [['attachment_flow', { uid, month, bytes: bytesOf(row['used']) }]] }
    },
  },
  {
    table: 'single_page',
    key: ['id'],
    async take(row, way) {
      const [page_id, unique_key] = [way.id('page', row['page_id']), String(row['unique_key'] ?? '')]
      if (!page_id || unique_key === '') return { left: 'orphan' }
      if (!(await way.claim('page_link', { page_id }))) return { left: 'twice' }
      if (!(await way.claim('page_link', { unique_key }))) return { left: 'taken' }
      return { rows: [['page_link', { page_id, unique_key, addtime: way.now, until: timeOf(row['expire_time']) }]] }
    },
  },
  {
    table: 'recycle',
    key: ['id'],
    async take(row, way) {
      const [page_id, item_id] = [way.id('page', row['page_id']), way.id('item', row['item_id'])]
      const page = way.staging.all('select item_id, is_del from page where page_id = ?', row['page_id'])[0]
      if (!page_id || !item_id || !flagOf(page?.['is_del'])) return { left: 'orphan' }
      if (!(await way.claim('recycle', { page_id }))) return { left: 'twice' }
      const by = { del_by_uid: way.id('user', row['del_by_uid']) ?? way.owner, del_by_username: nameOf(row['del_by_username']) }
      const bin = { id: way.own('recycle', row['id']), item_id: way.id('item', page?.['item_id']) ?? item_id, page_id }
      return { rows: [['recycle', { ...bin, page_title: nameOf(row['page_title']), ...by, del_time: timeOf(row['del_time']) }]] }
    },
  },
  {
    table: 'mock',
    key: ['id'],
    async take(row, way) {
      const page_id = way.id('page', row['page_id'])
      const page = way.staging.all('select item_id from page where page_id = ?', row['page_id'])[0]
      const item_id = way.id('item', page?.['item_id'])
      const unique_key = String(row['unique_key'] ?? '')
      if (!page_id || !item_id || unique_key === '') return { left: 'orphan' }
      if (!(await way.claim('mock', { page_id }))) return { left: 'twice' }
      if (!(await way.claim('mock', { unique_key }))) return { left: 'taken' }
      const path = nameOf(row['path']).trim()
      const mock = {
        id: way.own('mock', row['id']),
        uid: way.id('user', row['uid']) ?? way.owner,
        page_id,
        item_id,
        unique_key,
        path: (path.startsWith('/') ? path : `/${path}`).slice(0, MOCK_PATH_MAX),
        template: withoutZeros(plain(row['template'])),
        view_times: numberOf(row['view_times']),
        addtime: timeOf(row['addtime']),
        last_update_time: timeOf(row['last_update_time']),
      }
      return { rows: [['mock', mock]] }
    },
  },
  {
    table: 'template',
    key: ['id'],
    take(row, way) {
      const uid = way.id('user', row['uid'])
      if (!uid) return { left: 'orphan' }
      const template = { id: way.own('template', row['id']), uid, template_title: nameOf(row['template_title']) }
      return {
        rows: [
          ['template', { ...template, template_content: withoutZeros(plain(row['template_content'])), addtime: timeOf(row['addtime']) }],
        ],
      }
    },
  },
]
