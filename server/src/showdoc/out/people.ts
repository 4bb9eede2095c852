import { type Copy, copy } from './copy.ts'
import { chinaTime, escaped } from './escaped.ts'

/** Accounts, who may do what, and what each has for themselves. */
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
        // There is no way to put an account out of use there but to let nobody in.
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
