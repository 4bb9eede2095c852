import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { type DirectoryServer, GROUPS_DN, hasSlapd, startSlapd, USERS_DN } from '../test/servers/slapd.ts'

const dn = (cn: string) => `cn=${cn},${GROUPS_DN}`
const user = (uid: string) => `uid=${uid},${USERS_DN}`

describe.skipIf(!hasSlapd)('with a real directory (needs slapd)', () => {
  let slapd: DirectoryServer
  beforeAll(async () => {
    slapd = await startSlapd(['emma', 'liam', 'noah'].map((uid) => ({ uid, cn: uid, password: `hush-hush-${uid}` })))
    await slapd.asRoot(async (client) => {
      await client.add(dn('writers'), { objectClass: ['groupOfNames'], cn: 'writers', member: [user('liam'), user('noah')] })
      await client.add(dn('all'), { objectClass: ['groupOfNames'], cn: 'all', member: dn('writers') })
    })
  })
  afterAll(() => slapd.stop())
  const change = (operation: 'add' | 'delete', uid: string) =>
    slapd.asRoot((client) =>
      client.modify(dn('writers'), new Change({ operation, modification: new Attribute({ type: 'member', values: [user(uid)] }) })),
    )

  onEachDatabase('groups of the directory that fill teams', (product) => {
    const db = () => product.server.services.store.db
    let owner: TestUser
    let [count, team_id] = [0, '']
    const open = (more = {}) =>
      product.admin.api.adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form: JSON.stringify(slapd.form(more)) })
    const bind = (group_value: string) =>
      product.admin.api.adminProvider.saveRule({ provider_id: '0', group_value, team_id, request_id: '' })
    const enter = (username: string) => product.visitor().api.user.login({ username, password: `hush-hush-${username}`, v_code: '' })
    const members = async () =>
      (await owner.api.teamMember.getList({ team_id })).map(({ member_username, group }) => [member_username, group]).sort()
    const unread = () => db().selectFrom('audit').select('detail').where('action', '=', 'groupsUnread').orderBy('id', 'desc').execute()
    beforeEach(async () => {
      for (const table of ['team_rule', 'site_config', 'audit'] as const) await db().deleteFrom(table).execute()
      await open()
      await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
      owner = await product.user(`owner${++count}`)
      team_id = (await owner.api.team.save({ id: '0', team_name: 'Writers', request_id: '' })).id
    })

    it('makes people members at sign-in, and takes them out at the next one', async () => {
      await bind(dn('writers'))
      await enter('liam')
      await enter('emma')
      expect(await members()).toEqual([['liam', dn('writers')]])
      await change('delete', 'liam')
      await change('add', 'emma')
      await enter('liam')
      await enter('emma')
      expect(await members()).toEqual([['emma', dn('writers')]])
      await change('delete', 'emma')
      await change('add', 'liam')
    })

    it('resolves nested groups, and shows the owner which group each member comes from', async () => {
      const group = dn('all').replace('cn=all', 'CN=All')
      await bind(group)
      await enter('noah')
      expect(await members()).toEqual([['noah', group]])
      expect(await owner.api.teamRule.getList({ team_id })).toMatchObject([{ group_value: group, provider: '', members: '1' }])
    })

    it('S171: a directory that answers nothing takes no one out, and the sign-in goes on', async () => {
      await bind(dn('writers'))
      await enter('liam')
      // The group is gone, or the bind DN can no longer read it.
      await slapd.asRoot((client) => client.modifyDN(dn('writers'), 'cn=renamed'))
      await enter('liam')
      expect([await members(), await unread()]).toEqual([[['liam', dn('writers')]], [{ detail: 'hidden' }]])
      await slapd.asRoot((client) => client.modifyDN(dn('renamed'), 'cn=writers'))
      await enter('liam')
      expect(await members()).toEqual([['liam', dn('writers')]])
    })

    it('S171: is bound by a whole DN only', async () => {
      await areRefused(['writers', '*', `(cn=writers)`, 'cn=writers,', ')(cn=*'].map(bind), 10101, 'full DN')
      await bind(`cn=a\\,b,${GROUPS_DN}`)
    })
  })
})
