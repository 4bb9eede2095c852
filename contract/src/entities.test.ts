import { expect, it } from 'vitest'
import type * as z from 'zod'
import { contract } from './index.ts'

/*
 * The fields of each entity, and the calls that return them. Checking the declarations is sufficient: the compiler forces handlers to
 * return exactly the declared fields.
 */
type Schema = z.core.$ZodType & {
  shape?: Record<string, Schema>
  element?: Schema
  options?: Schema[]
  unwrap?: () => Schema
}

/** The row schemas at a path of a response: list.pages */
function rowsAt(schema: Schema, place: string[]): Schema[] {
  if (schema.options) return schema.options.flatMap((one) => rowsAt(one, place))
  if (schema.element) return rowsAt(schema.element, place)
  if (schema.unwrap) return rowsAt(schema.unwrap(), place)
  if (!schema.shape) return []
  const [next, ...rest] = place
  if (next === undefined) return [schema]
  const below = schema.shape[next]
  return below ? rowsAt(below, rest) : []
}
const fieldsOf = (call: { output: z.ZodType }, place = '') =>
  rowsAt(call.output as unknown as Schema, place ? place.split('.') : []).flatMap(({ shape }) => Object.keys(shape ?? {}))

const { user, item, itemGroup, catalog, page, attachment, member, team, teamMember, teamItem, teamItemMember } = contract
const { recycle, template, mock, notice, adminUser, adminSetting } = contract

const entities: [entity: string, wanted: string, answered: string[]][] = [
  ['user', 'uid username name email email_verify groupid', fieldsOf(user.info)],
  ['user of the site', 'uid username name email email_verify groupid reg_time last_login_time', fieldsOf(adminUser.getList, 'users')],
  ['item', 'item_id item_name item_description item_domain item_type password is_archived', fieldsOf(item.detail)],
  ['item of the list', 'item_id item_name item_description item_domain item_type is_private creator is_archived', fieldsOf(item.myList)],
  [
    'item that is read',
    'item_id item_name item_domain item_type is_private default_page_id default_cat_id2 default_cat_id3 default_cat_id4 menu item_edit item_manage is_login is_archived global_param unread_count',
    fieldsOf(item.info),
  ],
  ['pair of an item', 'api_key api_token', fieldsOf(item.getKey)],
  ['item group', 'id group_name item_ids s_number', fieldsOf(itemGroup.getList)],
  ['catalog', 'cat_id cat_name parent_cat_id level s_number sub', fieldsOf(catalog.catListGroup)],
  ['catalog of the menu', 'cat_id cat_name parent_cat_id level s_number pages catalogs', fieldsOf(item.info, 'menu.catalogs')],
  ['catalog to choose', 'cat_id cat_name', fieldsOf(catalog.catListName)],
  [
    'page',
    'page_id page_title page_content item_id cat_id author_username addtime unique_key attachment_count s_number',
    fieldsOf(page.info),
  ],
  ['page history', 'page_history_id addtime author_username page_comments page_content', fieldsOf(page.history)],
  ['attachment', 'file_id display_name file_type file_size_m visit_times addtime url item_id', fieldsOf(attachment.getMyList, 'list')],
  [
    'attachment of the site',
    'file_id display_name file_type file_size_m visit_times username addtime url item_id',
    fieldsOf(attachment.getAllList, 'list'),
  ],
  ['list of attachments', 'list total used_m used_flow_m', fieldsOf(attachment.getMyList)],
  ['search result', 'item_id item_name pages', fieldsOf(item.search)],
  ['hit', 'page_id page_title search_content', fieldsOf(item.search, 'pages')],
  ['member', 'item_member_id username name addtime member_group_id cat_id', fieldsOf(member.getList)],
  ['team', 'id team_name addtime memberCount itemCount', fieldsOf(team.getList)],
  ['team of an item', 'id team_id team_name addtime', fieldsOf(teamItem.getList)],
  ['team member', 'id member_username name addtime', fieldsOf(teamMember.getList)],
  ['team item', 'id item_id item_name addtime', fieldsOf(teamItem.getListByTeam)],
  ['team item member', 'id member_username member_group_id cat_id addtime', fieldsOf(teamItemMember.getList)],
  ['recycle entry', 'page_id page_title del_by_username del_time', fieldsOf(recycle.getList)],
  ['template', 'id template_title template_content addtime', fieldsOf(template.getList)],
  ['mock', 'page_id template path unique_key', fieldsOf(mock.infoByPageId)],
  ['notice', 'notice_id notice_title notice_content from_name notice_time is_read', fieldsOf(notice.getList)],
  ['site config', 'register_open home_page home_item history_version_count oss_open oss_setting', fieldsOf(adminSetting.loadConfig)],
  [
    'oss_setting',
    'oss_type key secret endpoint bucket protocol domain region secretId secretKey',
    fieldsOf(adminSetting.loadConfig, 'oss_setting'),
  ],
  ['ldap', 'ldap_open ldap_form', fieldsOf(adminSetting.loadLdapConfig)],
  ['ldap_form', 'host port version base_dn bind_dn bind_password user_field', fieldsOf(adminSetting.loadLdapConfig, 'ldap_form')],
  ['oauth2', 'oauth2_open oauth2_form', fieldsOf(adminSetting.loadOauth2Config)],
  [
    'oauth2_form',
    'redirectUri entrance_tips client_id client_secret protocol host authorize_path token_path resource_path userinfo_path',
    fieldsOf(adminSetting.loadOauth2Config, 'oauth2_form'),
  ],
  ['general key', 'login_secret_key', fieldsOf(adminSetting.getLoginSecretKey)],
  ['user to choose', 'username name', fieldsOf(user.allUser)],
]

it.each(entities)('%s has the fields of the specification: %s', (_entity, wanted, answered) => {
  expect(answered).toEqual(expect.arrayContaining(wanted.split(' ')))
})
