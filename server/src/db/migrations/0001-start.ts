import { sql } from 'kysely'
import type { Step } from '../step.ts'

type Column = 'id' | 'int' | 'int?' | 'int0' | 'int1' | 'time' | 'time0' | 'text' | 'text?' | 'blob'

/** Every table with its columns by kind, its unique keys and its indexes. Each index serves a query on a growing table. */
const tables: Record<string, { columns: Record<string, Column>; unique?: string[]; index?: string[] }> = {
  user: {
    columns: {
      uid: 'id',
      username: 'text',
      username_key: 'text',
      name: 'text',
      password_hash: 'text',
      email: 'text',
      email_key: 'text?',
      email_verify: 'int0',
      groupid: 'int',
      avatar: 'text',
      reg_time: 'time',
      last_login_time: 'time0',
      is_disabled: 'int0',
    },
    unique: ['username_key', 'email_key'],
  },
  identity: {
    columns: { id: 'id', uid: 'int', provider: 'text', subject: 'text', addtime: 'time' },
    unique: ['provider, subject'],
    index: ['uid'],
  },
  session: {
    columns: {
      session_id: 'id',
      token_hash: 'text',
      beacon_hash: 'text?',
      uid: 'int?',
      addtime: 'time',
      seen_time: 'time',
      user_agent: 'text',
    },
    unique: ['token_hash'],
    index: ['beacon_hash', 'uid', 'seen_time'],
  },
  session_visit: { columns: { session_id: 'int', item_id: 'int', password_stamp: 'text' }, unique: ['session_id, item_id'] },
  captcha: { columns: { session_id: 'int', answer: 'text', until: 'time' }, unique: ['session_id'] },
  throttle: { columns: { name: 'text', count: 'int', until: 'time' }, unique: ['name'], index: ['until'] },
  reset_token: {
    columns: { id: 'id', uid: 'int', email: 'text', token_hash: 'text', until: 'time' },
    unique: ['token_hash'],
    index: ['uid'],
  },
  item: {
    columns: {
      item_id: 'id',
      item_name: 'text',
      item_description: 'text',
      item_domain: 'text',
      domain_key: 'text?',
      item_type: 'int',
      uid: 'int',
      password_hash: 'text',
      password_stamp: 'text',
      is_archived: 'int0',
      is_del: 'int0',
      del_time: 'time0',
      addtime: 'time',
      last_update_time: 'time',
      tree_version: 'int1',
      global_param: 'text',
    },
    unique: ['domain_key'],
    index: ['uid', 'is_del, del_time'],
  },
  item_group: {
    columns: { id: 'id', uid: 'int', group_name: 'text', item_ids: 'text', s_number: 'int0', created_at: 'time', updated_at: 'time' },
    index: ['uid'],
  },
  item_sort: { columns: { uid: 'int', item_group_id: 'int', item_sort_data: 'text' }, unique: ['uid, item_group_id'] },
  item_key: {
    columns: { id: 'id', item_id: 'int', api_key: 'text', api_token: 'text', addtime: 'time', last_check_time: 'time0' },
    unique: ['item_id', 'api_key'],
  },
  item_member: {
    columns: { item_member_id: 'id', item_id: 'int', uid: 'int', member_group_id: 'int', cat_id: 'int0', addtime: 'time' },
    unique: ['item_id, uid'],
    index: ['uid'],
  },
  team: { columns: { id: 'id', uid: 'int', team_name: 'text', addtime: 'time', last_update_time: 'time' }, index: ['uid'] },
  team_member: {
    columns: { id: 'id', team_id: 'int', member_uid: 'int', addtime: 'time' },
    unique: ['team_id, member_uid'],
    index: ['member_uid'],
  },
  team_item: { columns: { id: 'id', team_id: 'int', item_id: 'int', addtime: 'time' }, unique: ['team_id, item_id'], index: ['item_id'] },
  team_item_member: {
    columns: { id: 'id', team_id: 'int', item_id: 'int', member_uid: 'int', member_group_id: 'int', cat_id: 'int0', addtime: 'time' },
    unique: ['team_id, item_id, member_uid'],
    index: ['item_id, member_uid', 'member_uid'],
  },
  catalog: {
    columns: { cat_id: 'id', item_id: 'int', parent_cat_id: 'int0', level: 'int', cat_name: 'text', s_number: 'int', addtime: 'time' },
    index: ['item_id, s_number'],
  },
  page: {
    columns: {
      page_id: 'id',
      item_id: 'int',
      cat_id: 'int0',
      page_title: 'text',
      page_content: 'text',
      page_comments: 'text',
      s_number: 'int',
      author_uid: 'int?',
      author_username: 'text',
      creator_uid: 'int?',
      addtime: 'time',
      created: 'time',
      version: 'int1',
      is_del: 'int0',
    },
    index: ['item_id, cat_id, is_del, s_number'],
  },
  page_history: {
    columns: {
      page_history_id: 'id',
      page_id: 'int',
      item_id: 'int',
      cat_id: 'int',
      page_title: 'text',
      page_content: 'blob',
      page_comments: 'text',
      s_number: 'int',
      author_uid: 'int?',
      author_username: 'text',
      addtime: 'time',
    },
    index: ['page_id, page_history_id'],
  },
  page_link: { columns: { page_id: 'int', unique_key: 'text', addtime: 'time' }, unique: ['page_id', 'unique_key'] },
  page_lock: { columns: { page_id: 'int', uid: 'int', until: 'time' }, unique: ['page_id'] },
  recycle: {
    columns: { id: 'id', item_id: 'int', page_id: 'int', page_title: 'text', del_by_uid: 'int', del_by_username: 'text', del_time: 'time' },
    unique: ['page_id'],
    index: ['item_id', 'del_time'],
  },
  attachment: {
    columns: {
      file_id: 'id',
      sign: 'text',
      uid: 'int',
      item_id: 'int',
      display_name: 'text',
      file_type: 'text',
      file_size: 'time',
      store: 'text',
      path: 'text',
      visit_times: 'int0',
      addtime: 'time',
      last_visit_time: 'time0',
    },
    unique: ['sign'],
    index: ['uid, file_id', 'item_id'],
  },
  attachment_page: {
    columns: { id: 'id', file_id: 'int', page_id: 'int', addtime: 'time' },
    unique: ['file_id, page_id'],
    index: ['page_id'],
  },
  attachment_flow: { columns: { uid: 'int', month: 'text', bytes: 'time' }, unique: ['uid, month'] },
  template: { columns: { id: 'id', uid: 'int', template_title: 'text', template_content: 'text', addtime: 'time' }, index: ['uid'] },
  mock: {
    columns: {
      id: 'id',
      page_id: 'int',
      item_id: 'int',
      unique_key: 'text',
      path: 'text',
      template: 'text',
      view_times: 'int0',
      addtime: 'time',
    },
    unique: ['page_id', 'unique_key'],
    index: ['item_id, path'],
  },
  notice: {
    columns: {
      notice_id: 'id',
      uid: 'int',
      kind: 'text',
      notice_title: 'text',
      notice_content: 'text',
      from_uid: 'int?',
      from_name: 'text',
      item_id: 'int0',
      page_id: 'int0',
      is_read: 'int0',
      notice_time: 'time',
    },
    index: ['uid, is_read, notice_id'],
  },
  site_config: { columns: { name: 'text', value: 'text' }, unique: ['name'] },
  repeat: {
    columns: { uid: 'int', request_id: 'text', path: 'text', answer: 'text', addtime: 'time' },
    unique: ['uid, request_id, path'],
    index: ['addtime'],
  },
  job: {
    columns: { uid: 'int', request_id: 'text', stage: 'text', done: 'int', total: 'int', addtime: 'time' },
    unique: ['uid, request_id'],
    index: ['addtime'],
  },
  audit: {
    columns: { id: 'id', uid: 'int?', username: 'text', action: 'text', subject: 'text', address: 'text', addtime: 'time' },
    index: ['addtime', 'uid'],
  },
}

const kinds = (postgres: boolean): Record<Column, string> => ({
  id: postgres ? 'integer generated by default as identity primary key' : 'integer primary key autoincrement',
  int: 'integer not null',
  'int?': 'integer',
  int0: 'integer not null default 0',
  int1: 'integer not null default 1',
  time: 'bigint not null',
  time0: 'bigint not null default 0',
  text: 'text not null',
  'text?': 'text',
  blob: postgres ? 'bytea not null' : 'blob not null',
})

export const start: Step = {
  name: '0001-start',
  async up(db, kind) {
    const type = kinds(kind === 'postgres')
    for (const [table, { columns, unique = [], index = [] }] of Object.entries(tables)) {
      const lines = Object.entries(columns).map(([column, of]) => `"${column}" ${type[of]}`)
      await sql.raw(`create table "${table}" (${lines.join(', ')})`).execute(db)
      for (const [n, on] of unique.entries()) await sql.raw(`create unique index "${table}_u${n}" on "${table}" (${on})`).execute(db)
      for (const [n, on] of index.entries()) await sql.raw(`create index "${table}_i${n}" on "${table}" (${on})`).execute(db)
    }
    if (kind === 'postgres') {
      await sql`create table page_fts (page_id int not null references page on delete cascade, item_id int not null, chunk int not null, title tsvector not null, body tsvector not null, primary key (page_id, chunk))`.execute(
        db,
      )
      await sql`create index page_fts_title on page_fts using gin (title) with (fastupdate = off)`.execute(db)
      await sql`create index page_fts_body on page_fts using gin (body) with (fastupdate = off)`.execute(db)
    } else {
      await sql`create virtual table page_fts using fts5(item, title, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0')`.execute(
        db,
      )
    }
  },
}
