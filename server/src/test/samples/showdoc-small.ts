import { showdocMd5 } from '../../auth/password.ts'
import { escapedText, type MadeShowdoc, type MadeVersion, makeShowdoc, squeezed } from './showdoc-made.ts'

export const RAW = 'a < b && "c" > \'d\' &lt; 中文 😀'
/** 70 bytes of PNG. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
export const signOf = (n: number) => n.toString(16).padStart(32, '5')
/** bcrypt of "new-secret-2026", at the lowest cost. */
const BCRYPT = '$2b$04$mmySpB9OtjNyvKcjX62BTeH91nR8moAnaxlsP9agGH.eHvmwTZZU2'

export const passwords: Record<string, string> = {
  showdoc: '123456',
  wangwu: `a&b<c>"d' 9`,
  李四: '密码mima-88',
}
/** Passwords stored in the formats of later versions. */
export const laterPasswords: Record<string, string> = { midera: 'mid-secret-2023', newera: 'new-secret-2026' }

const AT = 1_700_000_000
const CHINA = '2023-11-15 06:13:20'

/** A small installation with every kind of data and most defects of old installations. */
export function smallShowdoc(folder: string, version: MadeVersion, settings: string[] = []) {
  const made = makeShowdoc(folder, version, settings)
  const isLater = version === '3.9'
  addUsers(made, isLater)
  addItems(made, isLater)
  addCatalogs(made)
  addPages(made, isLater)
  addHistory(made)
  addFiles(made)
  addTies(made, isLater)
  addLists(made)
  addClients(made)
  addSettings(made, isLater)
  if (isLater) addMessages(made)
  return made
}

function addUsers(made: MadeShowdoc, isLater: boolean) {
  const user = (uid: number, username: string, password: string | null, more = {}) =>
    made.add('user', { uid, username, name: '', groupid: 2, password, reg_time: AT, last_login_time: AT, ...more })
  user(1, 'showdoc', showdocMd5('123456'), { groupid: 1 })
  user(2, 'wangwu', showdocMd5(escapedText(passwords['wangwu'] as string)), { name: '王五 &lt;dev&gt;', email: 'w@example.test' })
  user(3, '李四', showdocMd5(passwords['李四'] as string), { email: 'w@example.test' })
  user(4, '', showdocMd5('x'))
  user(5, 'nopass', showdocMd5(''))
  user(6, 'odd', 'plain text')
  user(7, 'WangWu', showdocMd5('other-one'))
  if (isLater) {
    user(8, 'midera', showdocMd5('mid-secret-2023', 'k3Jd9x'), { salt: 'k3Jd9x' })
    user(9, 'newera', BCRYPT)
    user(10, 'directory', '', { is_sso: 1 })
  }
}

function addItems(made: MadeShowdoc, isLater: boolean) {
  const item = (item_id: number, item_name: string, more = {}) =>
    made.add('item', { item_id, item_name, item_description: '', uid: 1, username: 'showdoc', password: '', addtime: AT, ...more })
  item(1, 'A &amp; B', { item_domain: 'shop', uid: 2, ...(isLater && { allow_feedback: 1 }) })
  item(2, 'Private', { password: 'a&amp;b', item_domain: 'api' })
  item(3, 'Deleted', { is_del: 1, last_update_time: AT + 5, uid: 999 })
  item(4, 'Client', { item_type: 3 })
  if (isLater) item(5, 'Board', { item_type: 6, allow_comment: 1 })
}

function addCatalogs(made: MadeShowdoc) {
  const catalog = (cat_id: number, item_id: number, parent_cat_id: number, cat_name = `c${cat_id}`) =>
    made.add('catalog', { cat_id, item_id, parent_cat_id, cat_name, s_number: cat_id, addtime: AT, level: 2 })
  catalog(10, 1, 0, 'x &lt; y')
  catalog(11, 1, 12)
  catalog(12, 1, 10)
  catalog(13, 1, 14)
  catalog(14, 1, 13)
  catalog(15, 77, 0)
}

function addPages(made: MadeShowdoc, isLater: boolean) {
  const page = (page_id: number, page_content: string | null, more = {}) =>
    made.add('page', {
      page_id,
      item_id: 1,
      cat_id: 10,
      page_title: `p${page_id}`,
      page_content,
      author_uid: 2,
      author_username: 'wangwu',
      addtime: AT,
      ...more,
    })
  page(20, escapedText(RAW), { page_title: '&lt;t&gt;', page_comments: '&quot;c&quot;', s_number: 7 })
  page(
    21,
    `![](http://docs.example.com/server/index.php?s=/api/attachment/visitFile/sign/${signOf(1)}) ![](../Public/Uploads/2016-01-01/old.png)`,
    { item_id: 2, cat_id: 0 },
  )
  page(22, 'in the bin', { is_del: 1 })
  page(23, 'lost without the bin', { is_del: 1, author_uid: 999 })
  page(24, 'orphan', { item_id: 77 })
  page(25, null, { cat_id: 15, s_number: 9e12 })
  page(26, '{"info":{"url":"/x","title":"&quot;"},"a":"<b>"}', { item_id: 4, cat_id: null })
  page(27, squeezed('squeezed &lt;page&gt;'))
  page(5_000_000_000, 'an id of MySQL', { cat_id: 0 })
  if (isLater) {
    page(28, 'draft', { is_draft: 1 })
    page(29, '{"cards":[]}', { item_id: 5, cat_id: 0, ext_info: '{"completed":false}' })
  }
}

function addHistory(made: MadeShowdoc) {
  const long = (n: number) => `${'a line that is the same in all of them &amp; escaped\n'.repeat(400)}${n}`
  for (const n of [1, 2, 3, 4])
    made.add('page_history', {
      page_history_id: 30 + n,
      page_id: 20,
      item_id: 1,
      cat_id: 10,
      page_title: `t${n}`,
      page_content: squeezed(n < 4 ? long(n) : escapedText(RAW)),
      author_uid: 3,
      author_username: '李四',
      addtime: AT - 10 + n,
      s_number: 1,
    })
  made.add('page_history', {
    page_history_id: 40,
    page_id: 24,
    item_id: 77,
    page_title: 'gone',
    page_content: squeezed('gone'),
    addtime: AT,
  })
}

function addFiles(made: MadeShowdoc) {
  const file = (file_id: number, path: string, display_name: string, more = {}) => {
    const address = `http://docs.example.com/server/../Public/Uploads/${path}`
    made.add('upload_file', {
      file_id,
      sign: signOf(file_id),
      display_name,
      file_type: 'x',
      file_size: '1',
      uid: 2,
      item_id: 1,
      addtime: AT,
      real_url: address,
      ...more,
    })
  }
  file(1, '2023-11-14/1.png', 'shot.png', { item_id: 0 })
  made.upload('2023-11-14/1.png', PNG)
  file(2, '2023-11-14/2.php', 'shell.php')
  made.upload('2023-11-14/2.php', '<?php system($_GET[0]);')
  file(3, '2023-11-14/3.bin', 'firmware.bin')
  made.upload('2023-11-14/3.bin', Buffer.alloc(100))
  file(4, '2023-11-14/4.png', 'missing.png')
  file(5, 'x', 'cloud.png', { real_url: 'https://bucket.example.com/5.png' })
  made.upload('2016-01-01/old.png', PNG)
  made.upload('2016-01-01/evil.html', '<script>')
  made.add('file_page', { id: 1, file_id: 1, page_id: 0, item_id: 0, addtime: String(AT) })
  made.add('file_page', { id: 2, file_id: 3, page_id: 20, item_id: 1, addtime: String(AT) })
  made.add('file_flow', { id: 1, uid: 2, used: 500, date_month: '2023-11' })
}

function addTies(made: MadeShowdoc, isLater: boolean) {
  made.add('single_page', {
    id: 1,
    unique_key: 'key-of-page-20-000000000000000000',
    page_id: 20,
    ...(isLater ? { expire_time: 2_100_000_000 } : {}),
  })
  made.add('single_page', { id: 2, unique_key: 'key-of-page-21-000000000000000000', page_id: 21, ...(isLater ? { expire_time: AT } : {}) })
  made.add('item_token', { id: 1, item_id: 1, api_key: 'apikey1', api_token: 'apitoken1', addtime: AT })
  made.add('item_member', { item_member_id: 1, item_id: 2, uid: 3, username: '李四', member_group_id: 0, cat_id: 0, addtime: AT })
  made.add('item_member', {
    item_member_id: 2,
    item_id: 1,
    uid: 3,
    username: '李四',
    member_group_id: 1,
    cat_id: 10,
    addtime: AT,
    ...(isLater ? { cat_ids: '10,12' } : {}),
  })
  made.add('item_member', { item_member_id: 3, item_id: 1, uid: 5, username: 'nopass', member_group_id: 1, cat_id: 99, addtime: AT })
  made.add('team', { id: 1, team_name: 'T &amp; S', uid: 2, username: 'wangwu', addtime: AT })
  made.add('team_member', { id: 1, team_id: 1, member_uid: 3, member_username: '李四', addtime: AT })
  made.add('team_item', { id: 1, team_id: 1, item_id: 2, addtime: AT })
  made.add('team_item_member', {
    id: 1,
    team_id: 1,
    item_id: 2,
    member_uid: 3,
    member_username: '李四',
    member_group_id: 1,
    cat_id: 0,
    addtime: AT,
  })
}

function addLists(made: MadeShowdoc) {
  made.add('item_group', {
    id: 1,
    uid: 2,
    group_name: 'G &lt;1&gt;',
    item_ids: '1,2,77',
    s_number: 1,
    created_at: CHINA,
    updated_at: CHINA,
  })
  made.add('item_sort', { id: 1, uid: 2, item_sort_data: '{&quot;2&quot;:1,&quot;1&quot;:2}', addtime: AT, item_group_id: 1 })
  made.add('item_top', { id: 1, uid: 2, item_id: 1, addtime: AT })
  made.add('recycle', { id: 1, item_id: 1, page_id: 22, page_title: 'p22', del_by_uid: 2, del_by_username: 'wangwu', del_time: AT })
  made.add('template', {
    id: 1,
    uid: 2,
    username: 'wangwu',
    template_title: 'T &lt;x&gt;',
    template_content: escapedText(RAW),
    addtime: AT,
  })
  made.add('mock', {
    id: 1,
    unique_key: '00000000000000000000000000000abc',
    uid: 2,
    page_id: 20,
    item_id: 1,
    view_times: 3,
    template: '{&quot;code&quot;:0}',
    addtime: CHINA,
    last_update_time: CHINA,
    path: '/m',
  })
}

function addClients(made: MadeShowdoc) {
  made.add('runapi_env', { id: 1, env_name: 'E &amp; F', item_id: 4, uid: 1, addtime: CHINA, last_update_time: CHINA })
  made.add('runapi_env_selectd', { id: 1, item_id: 4, uid: 1, env_id: 1 })
  made.add('item_variable', { id: 1, var_name: 'host', var_value: 'a&amp;b', uid: 1, item_id: 4, addtime: AT, env_id: 1 })
  made.add('runapi_global_param', {
    id: 1,
    item_id: 4,
    param_type: 'header',
    content_json_str: '[{&quot;name&quot;:&quot;t&quot;}]',
    addtime: CHINA,
  })
  made.add('runapi_global_param', { id: 2, item_id: 4, param_type: 'preScript', content_json_str: 'a &lt; b', addtime: CHINA })
  made.add('runapi_flow', {
    id: 1,
    flow_name: 'Smoke',
    uid: 1,
    username: 'showdoc',
    item_id: 4,
    env_id: 1,
    times: 2,
    time_interval: 1,
    addtime: CHINA,
    last_update_time: CHINA,
  })
  made.add('runapi_flow_page', { id: 1, flow_id: 1, page_id: 26, s_number: 1, addtime: CHINA })
}

function addSettings(made: MadeShowdoc, isLater: boolean) {
  const options: [string, string][] = [
    ['db_version_num', isLater ? '33' : '9'],
    ['register_open', '0'],
    ['home_page', '3'],
    ['home_item', '2'],
    ['history_version_count', '33'],
    ['ldap_open', '1'],
    ['ldap_form', '{"host":"ldap.example.com","port":"389","bind_password":"hush"}'],
    ['login_secret_key', 'hushhush'],
  ]
  for (const [n, [option_name, option_value]] of options.entries()) made.add('options', { option_id: n + 1, option_name, option_value })
  made.add('user_token', { id: 1, uid: 1, token: 'tokentoken', token_expire: AT })
}

function addMessages(made: MadeShowdoc) {
  made.add('message_content', {
    id: 1,
    from_uid: 2,
    from_name: 'wangwu',
    message_type: 'remind',
    message_content: 'page &lt;x&gt; changed',
    object_type: 'page',
    object_id: 20,
    addtime: CHINA,
  })
  made.add('message', { id: 1, from_uid: 2, to_uid: 3, message_type: 'remind', message_content_id: 1, status: 1, addtime: CHINA })
  const comment = (comment_id: number, content: string, more = {}) =>
    made.add('page_comment', {
      comment_id,
      page_id: 20,
      item_id: 1,
      uid: 2,
      username: 'wangwu',
      content,
      addtime: AT + comment_id,
      ...more,
    })
  comment(1, 'a &lt; b')
  comment(2, 'a reply', { parent_id: 1 })
  comment(3, 'deleted', { is_deleted: 1 })
  comment(4, 'a reply to what is gone', { parent_id: 3 })
  comment(5, 'on no page', { page_id: 999 })
  made.add('page_feedback', { feedback_id: 1, page_id: 20, item_id: 1, uid: 2, client_id: null, feedback_type: 1, addtime: AT })
  made.add('page_feedback', { feedback_id: 2, page_id: 20, item_id: 1, uid: 0, client_id: 'client_7f3a', feedback_type: 2, addtime: 1 })
  made.add('page_feedback', { feedback_id: 3, page_id: 99_999, item_id: 1, uid: 2, client_id: null, feedback_type: 1, addtime: AT })
  const subscription = (id: number, more = {}) =>
    made.add('subscription', { id, uid: 2, object_id: 20, object_type: 'page', action_type: 'update', sub_time: CHINA, ...more })
  subscription(1)
  subscription(2)
  subscription(3, { object_id: 99_999 })
  subscription(4, { object_type: 'item', object_id: 1 })
  subscription(5, { uid: 3 })
  made.add('user_ai_token', { id: 1, uid: 2, token: 'secret-token', name: 'mine' })
  const ended = { is_active: 0 }
  const expired = { expires_at: '2020-01-01 00:00:00' }
  const limited = { permission: 'read', scope: 'selected', allowed_items: '["1",99]', expires_at: '2099-12-31 08:00:00' }
  for (const [n, more] of [{ name: 'Editor &amp; co', permission: 'admin' }, limited, ended, expired].entries())
    made.add('user_ai_token', { id: n + 2, uid: 2, token: aiTokenOf(n), name: null, created_at: CHINA, ...more })
}

/** A token as ShowDoc 3.9 creates it. */
export const aiTokenOf = (n: number) => `ai_${String(n).repeat(86)}`
