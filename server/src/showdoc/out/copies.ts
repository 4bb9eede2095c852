import { deflateSync } from 'node:zlib'
import { SHARED_LISTS, SHARED_SCRIPTS } from '@sheaf/contract'
import { withMentionNames } from '@sheaf/markdown/small'
import { extensionOf } from '../../attachment/content/file-kinds.rules.ts'
import { sharedIn } from '../../item/item.rules.ts'
import { safePath } from '../../zip/text.ts'
import { type Copy, chinaTime, copy, escaped } from './copy.ts'

/** Accounts, their memberships, and their personal data. */
export const users: Copy[] = [
  copy(
    'user',
    'user',
    ['uid', 'username', 'groupid', 'name', 'email', 'password_hash', 'reg_time', 'last_login_time', 'is_disabled'],
    ({ is_disabled, password_hash, ...user }, known) => [
      {
        ...user,
        username: escaped(user.username),
        name: escaped(user.name),
        email: user.email || null,
        // ShowDoc cannot disable an account; an empty password blocks the sign-in.
        password: known.password({ uid: user.uid, password_hash: is_disabled ? '' : password_hash }),
      },
    ],
  ),
  copy('item_member', 'item_member', ['item_member_id', 'item_id', 'uid', 'member_group_id', 'cat_id', 'addtime'], (row, known) => [
    { ...row, username: known.username(row.uid) },
  ]),
  copy('team', 'team', ['id', 'team_name', 'uid', 'addtime', 'last_update_time'], (team, known) => [
    { ...team, team_name: escaped(team.team_name), username: known.username(team.uid) },
  ]),
  copy('team_member', 'team_member', ['id', 'team_id', 'member_uid', 'addtime'], (row, known) => [
    { ...row, member_username: known.username(row.member_uid) },
  ]),
  copy('team_item', 'team_item', ['id', 'team_id', 'item_id', 'addtime'], (row) => [row]),
  copy(
    'team_item_member',
    'team_item_member',
    ['id', 'team_id', 'item_id', 'member_group_id', 'member_uid', 'cat_id', 'addtime'],
    (row, known) => [{ ...row, member_username: known.username(row.member_uid) }],
  ),
  copy('item_group', 'item_group', ['id', 'uid', 'group_name', 'item_ids', 's_number', 'created_at', 'updated_at'], (group) => [
    {
      ...group,
      group_name: escaped(group.group_name),
      created_at: chinaTime(group.created_at),
      updated_at: chinaTime(group.updated_at),
    },
  ]),
  copy('item_sort', 'item_sort', ['uid', 'item_group_id', 'item_sort_data'], (order) => [
    { ...order, item_sort_data: escaped(order.item_sort_data) },
  ]),
  copy('item_top', 'item_top', ['uid', 'item_id', 'addtime'], (row) => [row]),
  copy('template', 'template', ['id', 'uid', 'template_title', 'template_content', 'addtime'], (template, known) => [
    {
      ...template,
      username: known.username(template.uid),
      template_title: escaped(template.template_title),
      template_content: escaped(template.template_content),
    },
  ]),
]

/** Data that API clients keep with an item. */
export const clientData: Copy[] = [
  copy('runapi_env', 'runapi_env', ['id', 'env_name', 'item_id', 'uid', 'addtime', 'last_update_time'], (env) => [
    { ...env, env_name: escaped(env.env_name), addtime: chinaTime(env.addtime), last_update_time: chinaTime(env.last_update_time) },
  ]),
  copy('runapi_env_selected', 'runapi_env_selectd', ['id', 'item_id', 'uid', 'env_id'], (row) => [row]),
  copy('item_variable', 'item_variable', ['id', 'var_name', 'var_value', 'uid', 'item_id', 'addtime', 'env_id'], (variable) => [
    { ...variable, var_name: escaped(variable.var_name), var_value: escaped(variable.var_value) },
  ]),
  copy(
    'runapi_flow',
    'runapi_flow',
    [
      'id',
      'flow_name',
      'uid',
      'username',
      'item_id',
      'env_id',
      'times',
      'time_interval',
      'error_continue',
      'save_change',
      'addtime',
      'last_update_time',
    ],
    (flow) => [
      {
        ...flow,
        flow_name: escaped(flow.flow_name),
        username: escaped(flow.username),
        addtime: chinaTime(flow.addtime),
        last_update_time: chinaTime(flow.last_update_time),
      },
    ],
  ),
  copy('runapi_flow_page', 'runapi_flow_page', ['id', 'flow_id', 'page_id', 's_number', 'enabled', 'addtime'], (row) => [
    { ...row, addtime: chinaTime(row.addtime) },
  ]),
]

export const fileRows: Copy[] = [
  copy(
    'attachment',
    'upload_file',
    ['file_id', 'sign', 'display_name', 'file_type', 'file_size', 'uid', 'item_id', 'visit_times', 'addtime', 'last_visit_time'],
    ({ last_visit_time, ...file }, known) => [
      {
        ...file,
        file_size: String(file.file_size),
        real_url: `${known.url}/server/../${known.fileAt(file)}`,
        last_update_time: last_visit_time,
      },
    ],
  ),
  copy('attachment_page', 'file_page', ['id', 'file_id', 'page_id', 'addtime'], (row) => [{ ...row, addtime: String(row.addtime) }]),
  copy('attachment_flow', 'file_flow', ['uid', 'month', 'bytes'], ({ uid, month, bytes }) => [{ uid, used: bytes, date_month: month }]),
]

/** The original path in ShowDoc, so that old URLs work again; undefined for files without one and for dangerous names. */
export function oldPlace(path: string | undefined): string | undefined {
  const safe = path === undefined ? undefined : safePath(path)
  return safe === undefined || isExecutable(extensionOf(safe)) || safe.split('/').some((part) => part.startsWith('.'))
    ? undefined
    : `Public/Uploads/${safe}`
}

/** Whether a web server would execute a file with this extension, or a browser would render it as a page. */
const isExecutable = (extension: string) =>
  /^(?:ph|htm|xht|sht|svg|xml|cgi|fcgi|pl|py|rb|asp|jsp|jsf|jspx|js$|mjs|css|sh|bat|cmd|ht|ini|user|conf)/.test(extension)

/** Public/Uploads/2026-11-20/<sign>.png: the visitor URL of a file stays the one with its sign. */
export function freshPlace({ sign, display_name, addtime }: { sign: string; display_name: string; addtime: number }) {
  const extension = extensionOf(display_name)
  const name = `${sign}.${isExecutable(extension) || extension === '' ? 'bin' : extension}`
  return `Public/Uploads/${chinaTime(addtime).slice(0, 10)}/${name}`
}

/** Items and their content. */
export const documents: Copy[] = [
  copy(
    'item',
    'item',
    [
      'item_id',
      'item_name',
      'item_description',
      'item_domain',
      'item_type',
      'uid',
      'password_hash',
      'is_archived',
      'is_del',
      'del_time',
      'addtime',
      'last_update_time',
      'feedback_from',
      'feedback_show',
      'comment_from',
    ],
    ({ password_hash, del_time, feedback_from, feedback_show, comment_from, ...item }, known) =>
      known.isItem(item.item_id)
        ? [
            {
              ...item,
              item_name: escaped(item.item_name),
              item_description: escaped(item.item_description),
              username: known.username(item.uid),
              password: password_hash === '' ? '' : known.newVisitPassword(),
              // ShowDoc counts the days of a deleted item from its last change.
              last_update_time: item.is_del ? del_time : item.last_update_time,
              // ShowDoc asks everyone and shows the figures to everyone, or does neither.
              // There, comments are for every reader. Those of members only stay behind.
              allow_comment: comment_from === 2 ? 1 : 0,
              allow_feedback: feedback_from === 2 && feedback_show === 1 ? 1 : 0,
            },
          ]
        : [],
  ),
  copy('item', 'runapi_global_param', ['item_id', 'global_param', 'addtime'], ({ item_id, global_param, addtime }, known) => {
    if (!known.isItem(item_id) || global_param === '') return []
    const [shared, made] = [sharedIn(global_param), chinaTime(addtime)]
    return [...SHARED_LISTS, ...SHARED_SCRIPTS].map((param_type) => {
      const value = shared[param_type]
      const content_json_str = typeof value === 'string' ? value : JSON.stringify(value)
      return { item_id, param_type, content_json_str: escaped(content_json_str), addtime: made, last_update_time: made }
    })
  }),
  copy(
    'catalog',
    'catalog',
    ['cat_id', 'cat_name', 'item_id', 's_number', 'addtime', 'parent_cat_id', 'level'],
    ({ cat_name, ...catalog }, known) => (known.isItem(catalog.item_id) ? [{ ...catalog, cat_name: escaped(cat_name) }] : []),
  ),
  copy(
    'page',
    'page',
    [
      'page_id',
      'author_uid',
      'author_username',
      'item_id',
      'cat_id',
      'page_title',
      'page_content',
      's_number',
      'addtime',
      'page_comments',
      'is_del',
    ],
    ({ author_username, page_title, page_content, page_comments, ...page }, known) =>
      known.isItem(page.item_id)
        ? [
            {
              ...page,
              author_username: escaped(author_username),
              page_title: escaped(page_title),
              page_content: escaped(page_content),
              page_comments: escaped(page_comments),
            },
          ]
        : [],
  ),
  copy(
    'page_history',
    'page_history',
    [
      'page_history_id',
      'page_id',
      'author_uid',
      'author_username',
      'item_id',
      'cat_id',
      'page_title',
      'page_content',
      'base_id',
      's_number',
      'addtime',
      'page_comments',
    ],
    async ({ page_content, base_id, ...row }, known) => {
      if (!known.isItem(row.item_id)) return []
      const text = escaped(await known.state({ base_id, page_content }))
      return [
        {
          ...row,
          author_username: escaped(row.author_username),
          page_title: escaped(row.page_title),
          page_content: deflateSync(text).toString('base64'),
          page_comments: escaped(row.page_comments),
        },
      ]
    },
  ),
  // ShowDoc 2.9 has no expiry for links: expired links are left out, and links that will expire are reported to the operator.
  copy('page_link', 'single_page', ['page_id', 'unique_key', 'until'], ({ until, ...link }, known) =>
    until === 0 || known.willEnd(link.page_id, until) ? [link] : [],
  ),
  // ShowDoc 3.9 has voices without notes, and one voice of all visitors for a page.
  copy(
    'page_feedback',
    'page_feedback',
    ['feedback_id', 'page_id', 'item_id', 'uid', 'client_hash', 'feedback_type', 'note', 'addtime'],
    ({ uid, client_hash, note, ...voice }, known) => {
      if (!known.isItem(voice.item_id) || !known.hasRoom({ ...voice, uid, note })) return []
      return [{ ...voice, uid: uid ?? 0, client_id: uid === null ? (client_hash ?? `former-${voice.feedback_id}`) : null }]
    },
  ),
  // ShowDoc shows comments to every reader of an item: only those that readers see here leave. Their words become the first line.
  copy(
    'page_comment',
    'page_comment',
    ['comment_id', 'thread_id', 'page_id', 'item_id', 'parent_id', 'uid', 'username', 'content', 'is_deleted', 'addtime'],
    ({ thread_id, content, is_deleted, username, ...comment }, known) => {
      if (!known.isItem(comment.item_id) || !known.hasOpenComments(comment.item_id)) return []
      const quote = comment.parent_id === 0 ? known.quoteOf(thread_id) : ''
      const plain = withMentionNames(content)
      const text = quote === '' ? plain : `> ${quote}\n\n${plain}`
      return [{ ...comment, username: escaped(username), content: escaped(text), is_deleted: is_deleted > 0 ? 1 : 0 }]
    },
  ),
  // ShowDoc has subscriptions to single pages only, and no muted ones.
  copy('watch', 'subscription', ['uid', 'kind', 'subject_id', 'item_id', 'level', 'addtime'], (watch, known) => {
    const isOfPage = watch.kind === 'page' && watch.uid > 0 && watch.level !== 'muted' && known.isItem(watch.item_id)
    if (!isOfPage) return []
    const about = { uid: watch.uid, object_id: watch.subject_id, object_type: 'page', action_type: 'update' }
    return [{ ...about, sub_time: chinaTime(watch.addtime) }]
  }),
  copy(
    'mock',
    'mock',
    ['id', 'unique_key', 'uid', 'page_id', 'item_id', 'view_times', 'template', 'path', 'addtime', 'last_update_time'],
    (mock) => [
      {
        ...mock,
        template: escaped(mock.template),
        path: escaped(mock.path),
        addtime: chinaTime(mock.addtime),
        last_update_time: chinaTime(mock.last_update_time),
      },
    ],
  ),
  copy('recycle', 'recycle', ['id', 'item_id', 'page_id', 'page_title', 'del_by_uid', 'del_by_username', 'del_time'], (row) => [
    { ...row, page_title: escaped(row.page_title), del_by_username: escaped(row.del_by_username) },
  ]),
  copy('item_key', 'item_token', ['id', 'item_id', 'api_key', 'api_token', 'addtime', 'last_check_time'], (key) => [key]),
]
