import SqliteDatabase from 'better-sqlite3'
import type { Made } from './copy.ts'

/*
 * The tables of ShowDoc 2.9 with their columns and defaults, as its own upgrades leave them. The name of the first table prevents web
 * servers with PHP from serving the file.
 */
export const tables: Record<string, string> = {
  '<?php ': '防止sqlite的数据库文件被直接下载 INTEGER',
  item_member:
    "item_member_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, item_id INTEGER, uid INTEGER, username TEXT, addtime INTEGER DEFAULT 0, member_group_id int(1) NOT NULL DEFAULT '1', cat_id int(10) NOT NULL DEFAULT '0'",
  item: "item_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, item_name TEXT, item_description TEXT, uid INTEGER, username TEXT, password TEXT, addtime INTEGER, last_update_time INTEGER DEFAULT 0, item_domain text NOT NULL DEFAULT '', item_type int(1) NOT NULL DEFAULT '1', is_archived int(1) NOT NULL DEFAULT '0', is_del int(1) NOT NULL DEFAULT '0'",
  user: 'uid INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT, groupid INTEGER DEFAULT 2, name TEXT, avatar TEXT, avatar_small TEXT, email TEXT, password TEXT, cookie_token BLOB, cookie_token_expire TEXT DEFAULT 0, reg_time INTEGER DEFAULT 0, last_login_time INTEGER DEFAULT 0',
  catalog:
    "cat_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, cat_name TEXT, item_id INTEGER, s_number INTEGER DEFAULT 99, addtime INTEGER DEFAULT 0, parent_cat_id int(10) NOT NULL DEFAULT '0', level int(10) NOT NULL DEFAULT '2'",
  page: "page_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, author_uid INTEGER, author_username TEXT, item_id INTEGER, cat_id INTEGER, page_title TEXT, page_content TEXT, s_number INTEGER DEFAULT 99, addtime INTEGER DEFAULT 0, page_comments text NOT NULL DEFAULT '', is_del int(1) NOT NULL DEFAULT '0'",
  page_history:
    "page_history_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, page_id INTEGER, author_uid INTEGER, author_username TEXT, item_id INTEGER, cat_id INTEGER, page_title TEXT, page_content TEXT, s_number INTEGER, addtime INTEGER, page_comments text NOT NULL DEFAULT ''",
  user_token:
    "id INTEGER PRIMARY KEY, uid int(10) NOT NULL DEFAULT '0', token CHAR(200) NOT NULL DEFAULT '', token_expire int(11) NOT NULL DEFAULT '0', ip CHAR(200) NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0'",
  template:
    "id INTEGER PRIMARY KEY, uid int(10) NOT NULL DEFAULT '0', username CHAR(200) NOT NULL DEFAULT '', template_title CHAR(200) NOT NULL DEFAULT '', template_content text NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0'",
  options: 'option_id INTEGER PRIMARY KEY, option_name CHAR(200) NOT NULL UNIQUE, option_value CHAR(200) NOT NULL',
  item_token:
    "id INTEGER PRIMARY KEY, item_id int(11) NOT NULL DEFAULT '0', api_key CHAR(200) NOT NULL UNIQUE, api_token CHAR(200) NOT NULL, addtime int(11) NOT NULL DEFAULT '0', last_check_time int(11) NOT NULL DEFAULT '0'",
  item_top:
    "id INTEGER PRIMARY KEY, item_id int(11) NOT NULL DEFAULT '0', uid int(11) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0'",
  team: "id INTEGER PRIMARY KEY, team_name CHAR(200) NOT NULL DEFAULT '', uid int(11) NOT NULL DEFAULT '0', username CHAR(200) NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0', last_update_time int(11) NOT NULL DEFAULT '0'",
  team_item:
    "id INTEGER PRIMARY KEY, team_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0', last_update_time int(11) NOT NULL DEFAULT '0'",
  team_item_member:
    "id INTEGER PRIMARY KEY, team_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', member_group_id int(11) NOT NULL DEFAULT '0', member_uid int(11) NOT NULL DEFAULT '0', member_username CHAR(200) NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0', last_update_time int(11) NOT NULL DEFAULT '0', cat_id int(10) NOT NULL DEFAULT '0'",
  team_member:
    "id INTEGER PRIMARY KEY, team_id int(11) NOT NULL DEFAULT '0', member_uid int(11) NOT NULL DEFAULT '0', member_username CHAR(200) NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0', last_update_time int(11) NOT NULL DEFAULT '0'",
  upload_file:
    "file_id INTEGER PRIMARY KEY, sign CHAR(200) NOT NULL DEFAULT '', display_name CHAR(200) NOT NULL DEFAULT '', file_type CHAR(200) NOT NULL DEFAULT '', file_size CHAR(200) NOT NULL DEFAULT '', uid int(11) NOT NULL DEFAULT '0', page_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', visit_times int(11) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0', real_url CHAR(200) NOT NULL DEFAULT '', last_update_time int(11) NOT NULL DEFAULT '0'",
  item_sort:
    "id INTEGER PRIMARY KEY, uid int(10) NOT NULL DEFAULT '0', item_sort_data text NOT NULL DEFAULT '', addtime int(11) NOT NULL DEFAULT '0', item_group_id int(10) NOT NULL DEFAULT '0'",
  single_page: "id INTEGER PRIMARY KEY, unique_key CHAR(200) NOT NULL DEFAULT '', page_id int(11) NOT NULL DEFAULT '0'",
  captcha:
    "captcha_id INTEGER PRIMARY KEY, mobile CHAR(200) NOT NULL DEFAULT '', captcha CHAR(200) NOT NULL DEFAULT '', expire_time int(11) NOT NULL DEFAULT '0'",
  recycle:
    "id INTEGER PRIMARY KEY, item_id int(11) NOT NULL DEFAULT '0', page_id int(11) NOT NULL DEFAULT '0', page_title CHAR(200) NOT NULL DEFAULT '', del_by_uid int(11) NOT NULL DEFAULT '0', del_by_username CHAR(200) NOT NULL DEFAULT '', del_time int(11) NOT NULL DEFAULT '0'",
  page_lock:
    "id INTEGER PRIMARY KEY, page_id int(11) NOT NULL DEFAULT '0', lock_uid int(11) NOT NULL DEFAULT '0', lock_username CHAR(200) NOT NULL DEFAULT '', lock_to int(11) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0'",
  item_variable:
    "id INTEGER PRIMARY KEY, var_name CHAR(2000) NOT NULL DEFAULT '', var_value CHAR(2000) NOT NULL DEFAULT '', uid int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0', env_id int(10) NOT NULL DEFAULT '0'",
  file_flow:
    "id INTEGER PRIMARY KEY, uid int(11) NOT NULL DEFAULT '0', used int(11) NOT NULL DEFAULT '0', date_month CHAR(2000) NOT NULL DEFAULT ''",
  runapi_env:
    "id INTEGER PRIMARY KEY, env_name CHAR(2000) NOT NULL DEFAULT '', item_id int(11) NOT NULL DEFAULT '0', uid int(11) NOT NULL DEFAULT '0', addtime CHAR(2000) NOT NULL DEFAULT '', last_update_time CHAR(2000) NOT NULL DEFAULT ''",
  runapi_env_selectd:
    "id INTEGER PRIMARY KEY, item_id int(11) NOT NULL DEFAULT '0', uid int(11) NOT NULL DEFAULT '0', env_id int(11) NOT NULL DEFAULT '0'",
  runapi_global_param:
    "id INTEGER PRIMARY KEY, item_id int(11) NOT NULL DEFAULT '0', param_type CHAR(2000) NOT NULL DEFAULT '', content_json_str CHAR(2000) NOT NULL DEFAULT '', addtime CHAR(2000) NOT NULL DEFAULT '', last_update_time CHAR(2000) NOT NULL DEFAULT ''",
  mock: "id INTEGER PRIMARY KEY, unique_key CHAR(2000) NOT NULL DEFAULT '', uid int(11) NOT NULL DEFAULT '0', page_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', view_times int(11) NOT NULL DEFAULT '0', template CHAR(2000) NOT NULL DEFAULT '', addtime CHAR(2000) NOT NULL DEFAULT '', last_update_time CHAR(2000) NOT NULL DEFAULT '', path text NOT NULL DEFAULT ''",
  file_page:
    "id INTEGER PRIMARY KEY, file_id int(11) NOT NULL DEFAULT '0', page_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', addtime CHAR(2000) NOT NULL DEFAULT ''",
  runapi_flow:
    "id INTEGER PRIMARY KEY, flow_name CHAR(2000) NOT NULL DEFAULT '', uid int(11) NOT NULL DEFAULT '0', username CHAR(2000) NOT NULL DEFAULT '', item_id int(11) NOT NULL DEFAULT '0', env_id int(11) NOT NULL DEFAULT '0', times int(11) NOT NULL DEFAULT '0', time_interval int(11) NOT NULL DEFAULT '0', error_continue int(11) NOT NULL DEFAULT '0', save_change int(11) NOT NULL DEFAULT '0', addtime CHAR(2000) NOT NULL DEFAULT '', last_update_time CHAR(2000) NOT NULL DEFAULT ''",
  runapi_flow_page:
    "id INTEGER PRIMARY KEY, flow_id int(11) NOT NULL DEFAULT '0', page_id int(11) NOT NULL DEFAULT '0', s_number int(11) NOT NULL DEFAULT '0', addtime CHAR(2000) NOT NULL DEFAULT '', enabled int(1) NOT NULL DEFAULT '1'",
  item_group:
    "id INTEGER PRIMARY KEY, uid int(11) NOT NULL DEFAULT '0', group_name CHAR(2000) NOT NULL DEFAULT '', item_ids text NOT NULL DEFAULT '', s_number int(11) NOT NULL DEFAULT '0', created_at CHAR(2000) NOT NULL DEFAULT '', updated_at CHAR(2000) NOT NULL DEFAULT ''",
}

/** Rows per transaction. */
const ROWS_PER_TRANSACTION = 5000

/** What ShowDoc 3.9 adds for comments, feedback and subscriptions: it finds them there when it upgrades the database, and 2.9 does not look at them. */
const later = [
  "alter table item add allow_comment INT(1) NOT NULL DEFAULT '0'",
  `create table page_comment (comment_id INTEGER PRIMARY KEY, page_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', parent_id int(11) NOT NULL DEFAULT '0', uid int(11) NOT NULL DEFAULT '0', username CHAR(2000) NOT NULL DEFAULT '', content text NOT NULL DEFAULT '', is_deleted int(1) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0')`,
  "alter table item add allow_feedback INT(1) NOT NULL DEFAULT '0'",
  `create table page_feedback (feedback_id INTEGER PRIMARY KEY, page_id int(11) NOT NULL DEFAULT '0', item_id int(11) NOT NULL DEFAULT '0', uid int(11) NOT NULL DEFAULT '0', client_id CHAR(200) DEFAULT NULL, feedback_type int(1) NOT NULL DEFAULT '0', addtime int(11) NOT NULL DEFAULT '0')`,
  `create table subscription (id INTEGER PRIMARY KEY, uid int(11) NOT NULL DEFAULT '0', object_id int(11) NOT NULL DEFAULT '0', object_type CHAR(2000) NOT NULL DEFAULT '', action_type CHAR(2000) NOT NULL DEFAULT '', sub_time CHAR(2000) NOT NULL DEFAULT '')`,
]

/** Creates a new ShowDoc database; it has a single writer and no readers until it is finished. */
export function makeDatabase(file: string) {
  const database = new SqliteDatabase(file)
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  for (const [name, columns] of Object.entries(tables)) database.exec(`create table "${name}" (${columns})`)
  for (const statement of later) database.exec(statement)
  const statements = new Map<string, SqliteDatabase.Statement>()
  const added: Record<string, number> = {}
  let open = 0

  function add(table: string, row: Made) {
    const names = Object.keys(row)
    const key = `${table} ${names.join()}`
    const statement =
      statements.get(key) ?? database.prepare(`insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    statements.set(key, statement)
    if (open === 0) database.exec('begin')
    statement.run(...Object.values(row))
    added[table] = (added[table] ?? 0) + 1
    if (++open >= ROWS_PER_TRANSACTION) flush()
  }

  function flush() {
    if (open > 0) database.exec('commit')
    open = 0
  }

  /** Fills columns that combine several tables, and sets the counters so that ids of deleted rows are not assigned again. */
  function finish(counters: Record<string, number>) {
    flush()
    database.exec(`begin;
      create temp table first_place as select file_id, min(id) as id from file_page group by file_id;
      update file_page set item_id = coalesce((select item_id from page where page.page_id = file_page.page_id), 0);
      insert into file_page (file_id, page_id, item_id, addtime)
        select file_id, 0, item_id, addtime from upload_file where file_id not in (select file_id from first_place);
      create temp table place as select f.file_id, l.page_id from first_place f join file_page l on l.id = f.id;
      create unique index temp.place_file on place (file_id);
      update upload_file set page_id = coalesce((select page_id from place where place.file_id = upload_file.file_id), 0);
      commit`)
    const set = database.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
    const insert = database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
    for (const [table, last] of Object.entries(counters))
      if (/AUTOINCREMENT/.test(tables[table] ?? '') && set.run(last, table).changes === 0) insert.run(table, last)
    added['file_page'] = database.prepare('select count(*) from file_page').pluck().get() as number
    const found = database.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`the written database is damaged: ${String(found)}`)
    return added
  }

  return { add, finish, close: () => database.close() }
}
