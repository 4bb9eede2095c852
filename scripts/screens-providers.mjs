// Providers of signing in: the list, the choice of a kind, the page of each kind; the sign-in screen gets five buttons. For scripts/screens.mjs.
const press = (name) => (page) => page.getByRole('button', { name }).first().click()

const app = { client_secret: 'not-a-real-secret', redirectUri: 'https://docs.example.com/api/ExtLogin/oauth2' }
const paths = { authorize_path: '/oauth/authorize', token_path: '/oauth/token', userinfo_path: '/api/v4/user' }
const kinds = {
  oidc: ['Acme', { client_id: 'docs', issuer: 'https://sso.example.com/realms/staff' }],
  feishu: ['飞书', { client_id: 'cli_a5ca35a685b0x26e', tenant: '2ed263bf32cf1651' }],
  dingtalk: ['钉钉', { client_id: 'dingoa4x6v9q2m7kzt1p', tenant: 'ding9f50b15bccd16741' }],
  wecom: ['企业微信', { client_id: 'ww8c2f1e5d7a9b3046', agent_id: '1000002' }],
  oauth2: ['GitLab of the warehouse', { client_id: 'docs', protocol: 'https', host: 'git.example.com', ...paths }],
}

/** Adds a provider of each kind; all are on, so that the sign-in screen shows five buttons. Returns their numbers. */
export async function fillProviders(admin, password) {
  await admin.call('user/confirm', { password, code: '' })
  const ids = {}
  for (const [kind, [name, form]] of Object.entries(kinds)) {
    const fields = { kind, name, form: JSON.stringify({ ...app, ...form }), is_on: '1', request_id: `screens-${kind}` }
    ids[kind] = (await admin.call('adminProvider/save', { provider_id: '0', ...fields })).provider_id
  }
  const team_id = (await admin.call('team/save', { id: '0', team_name: 'Handbook', request_id: 'screens-groups' })).id
  const groups = ['writers', '/departments/Research and Development/Berlin/technical-writers-of-the-platform']
  for (const [at, group_value] of groups.entries())
    await admin.call('adminProvider/saveRule', { provider_id: ids.oidc, group_value, team_id, request_id: `screens-group-${at}` })
  return { ...ids, team: team_id }
}

const toGroups = (page) => page.getByRole('heading', { name: /Groups to teams|用户组与团队/ }).scrollIntoViewIfNeeded()

export function providerScreens({ providers: { team, ...providers } = {} }) {
  const list = '/admin/index?section=login&way=providers'
  return [
    ['login-refused', '/user/login?problem=outsideRefused'],
    ['admin-providers', list, 'admin'],
    ['admin-provider-add', list, 'admin', press(/Add a provider|添加服务商/)],
    ['admin-provider-new', `${list}&provider=feishu`, 'admin'],
    ...Object.entries(providers).map(([kind, id]) => [`admin-provider-${kind}`, `${list}&provider=${id}`, 'admin']),
    ['admin-provider-delete', `${list}&provider=${providers.oidc}`, 'admin', press(/Delete the provider|删除服务商/)],
    ['admin-provider-groups', `${list}&provider=${providers.oidc}`, 'admin', toGroups],
    ['admin-provider-unbind', `${list}&provider=${providers.oidc}`, 'admin', press(/^Unbind the group|^将用户组/)],
    ['team-groups', `/team/member/${team}`, 'admin'],
    ['login-left', '/user/login?out=1'],
    ['admin-provider-gone', `${list}&provider=99999`, 'admin'],
  ]
}
