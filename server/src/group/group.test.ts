import { type ProviderForm, RULES_MAX } from '@sheaf/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { atOnce, fulfilled } from '../test/at-once.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'
import { type OidcServer, startOidc } from '../test/servers/oidc.ts'

let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())

onEachDatabase('groups of a provider that fill teams', (product) => {
  const db = () => product.server.services.store.db
  const calls = () => product.admin.api.adminProvider
  let owner: TestUser
  let [count, provider_id, team_id, other_id] = [0, '', '', '']

  const confirm = () => product.admin.api.user.confirm({ password: product.admin.password, code: '' })
  const save = (mode: 'issuer' | 'paths', more: Partial<ProviderForm> = {}, id = '0') => {
    const { entrance_tips: _, ...form } = oidc.form(mode, { scope: 'openid profile email groups' })
    const kind = mode === 'issuer' ? 'oidc' : 'oauth2'
    return calls().save({ provider_id: id, kind, name: 'Acme', form: JSON.stringify({ ...form, ...more }), is_on: '1', request_id: '' })
  }
  const bind = async (group_value: string, to = team_id, id = provider_id) =>
    (await calls().saveRule({ provider_id: id, group_value, team_id: to, request_id: '' })).rule_id
  beforeEach(async () => {
    for (const table of ['provider', 'identity', 'team_rule', 'site_config'] as const) await db().deleteFrom(table).execute()
    await confirm()
    owner = await product.user(`owner${++count}`)
    team_id = (await owner.api.team.save({ id: '0', team_name: `Writers ${count}`, request_id: '' })).id
    other_id = (await owner.api.team.save({ id: '0', team_name: `Ops ${count}`, request_id: '' })).id
    provider_id = (await save('issuer')).provider_id
  })

  const visit = async (who: TestUser, url: string) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return String(reply.headers.location)
  }
  /** Signs in as a person whose claims are these. */
  const signIn = async (sub: string, claims: object, id = provider_id, who = product.visitor()) => {
    oidc.people.set(sub, { preferred_username: `${sub}.${count}`, ...claims })
    const url = await oidc.signIn(await visit(who, `/api/ExtLogin/oauth2?provider_id=${id}`), sub)
    return { who, to: await visit(who, url.pathname + url.search) }
  }
  const members = async (id = team_id) =>
    (await owner.api.teamMember.getList({ team_id: id })).map(({ member_username, group }) => [member_username, group])
  const log = async (action: string) =>
    (
      await db().selectFrom('audit').select(['username', 'subject', 'detail']).where('action', '=', action).orderBy('id', 'desc').execute()
    )[0]

  it('are at most two hundred of a provider, also when many are bound at the same time', async () => {
    const row = { provider_id: Number(provider_id), team_id: Number(team_id), uid: 1, username: 'admin', addtime: 1 }
    await db()
      .insertInto('team_rule')
      .values(Array.from({ length: RULES_MAX - 1 }, (_, n) => ({ ...row, group_value: `group ${n}` })))
      .execute()
    const ends = await atOnce(
      product,
      ['one', 'two', 'three'].map((name) => () => bind(name)),
    )
    expect(fulfilled(ends)).toHaveLength(1)
    await expect(bind('too many')).rejects.toThrow(String(RULES_MAX))
  })

  it('makes a new account a member, and ends the membership at the next sign-in without the group', async () => {
    await bind('writers')
    const { item_id } = await owner.api.item.add({ item_name: 'Handbook', item_type: '1', password: 'hush hush 1' })
    await owner.api.teamItem.save({ team_id, item_id })
    const { who, to } = await signIn('emma', { groups: ['writers', 'all'] })
    expect(to).toBe('/item/index')
    expect(await members()).toEqual([[`emma.${count}`, 'writers']])
    expect((await who.api.item.info({ item_id })).item_edit).toBe(true)
    expect(await log('groupJoined')).toEqual({ username: `emma.${count}`, subject: `Writers ${count}`, detail: 'writers' })
    expect((await who.api.notice.getList({ count: '5' }))[0]?.notice_content).toBe(
      `Your group “writers” made you a member of the team “Writers ${count}”.`,
    )
    await signIn('emma', { groups: ['writers'] })
    expect(await members()).toEqual([[`emma.${count}`, 'writers']])
    await signIn('emma', { groups: ['all'] })
    expect(await members()).toEqual([])
    await expect(who.api.item.info({ item_id })).rejects.toMatchObject({ code: expect.any(Number) })
  })

  it('reads the claim at the path of the settings, from userinfo with OAuth 2.0 too', async () => {
    await save('issuer', { groups_claim: 'realm_access.roles' }, provider_id)
    const paths = (await save('paths', { groups_claim: 'realm_access.roles' })).provider_id
    await bind('editor')
    await bind('editor', other_id, paths)
    await signIn('liam', { realm_access: { roles: ['editor'] } })
    expect(await members()).toEqual([[`liam.${count}`, 'editor']])
    await signIn('noah', { realm_access: { roles: ['editor'] } }, paths)
    expect(await members(other_id)).toEqual([[`noah.${count}`, 'editor']])
  })

  it('never touches members added by hand, and refuses to remove a member by group by hand', async () => {
    const { who } = await signIn('emma', {})
    const { username } = await who.api.user.info({})
    await owner.api.teamMember.save({ team_id, member_username: username })
    await bind('writers')
    await bind('ops', other_id)
    for (const groups of [['writers', 'ops'], [], ['ops']]) {
      await signIn('emma', { groups })
      expect(await members()).toEqual([[username, '']])
    }
    const [row] = await owner.api.teamMember.getList({ team_id: other_id })
    await areRefused([owner.api.teamMember.delete({ id: String(row?.id) })], 10101, 'through the group “ops”')
    await areRefused([owner.api.teamMember.save({ team_id: other_id, member_username: username })], 10101, 'Already a member')
    const [hand] = await owner.api.teamMember.getList({ team_id })
    await owner.api.teamMember.delete({ id: String(hand?.id) })
    expect([await members(), await members(other_id)]).toEqual([[], [[username, 'ops']]])
  })

  it.each<[string, object, string]>([
    ['no claim', {}, 'missing'],
    ['an empty text', { groups: '' }, 'missing'],
    ['an object', { groups: { writers: false } }, 'unreadable'],
    ['10,000 groups', { groups: Array.from({ length: 10_000 }, (_, n) => `g${n}`) }, 'tooMany'],
    ['a note about an overage', { groups: ['other'], hasgroups: true }, 'overage'],
  ])('S171: %s changes nothing and is in the log', async (_, claims, problem) => {
    await bind('writers')
    await signIn('emma', { groups: ['writers'] })
    await signIn('emma', claims)
    expect(await members()).toEqual([[`emma.${count}`, 'writers']])
    expect(await log('groupsUnread')).toMatchObject({ username: `emma.${count}`, detail: problem })
  })

  it('S171: compares names exactly, and a text is one group', async () => {
    await bind('Writers')
    for (const groups of ['writers', 'Writers,admins', 'Writers admins', ['writers', ' Writers', 'Writers ', 'Writer%', '*']])
      await signIn('emma', { groups })
    expect(await members()).toEqual([])
    await signIn('emma', { groups: 'Writers' })
    expect(await members()).toEqual([[`emma.${count}`, 'Writers']])
  })

  it('S171: the group of one provider is not the group of another, and no group makes an administrator, an owner or a team', async () => {
    const second = (await save('paths')).provider_id
    await bind('writers')
    const teams = () => db().selectFrom('team').select(['id', 'uid']).orderBy('id').execute()
    const previous = await teams()
    const everything = ['writers', 'admin', 'administrators', 'owner', '1', 'groupid=1', `Ops ${count}`, team_id, other_id]
    const { who } = await signIn('emma', { groups: everything, groupid: 1, roles: ['admin'] }, second)
    expect(await members()).toEqual([])
    const mine = await signIn('liam', { groups: everything })
    for (const one of [who, mine.who]) {
      expect(await one.api.user.info({})).toMatchObject({ groupid: '2' })
      expect(await one.api.team.getList({})).toEqual([])
    }
    expect(await members()).toEqual([[`liam.${count}`, 'writers']])
    expect(await members(other_id)).toEqual([])
    expect(await teams()).toEqual(previous)
  })

  it('gives a member by group what the member with the least has in each item', async () => {
    const items: string[] = []
    for (const name of ['Handbook', 'Prices'])
      items.push((await owner.api.item.add({ item_name: name, item_type: '1', password: 'hush hush 1' })).item_id)
    const [handbook = '', prices = ''] = items
    await owner.api.teamItem.save({ team_id, item_id: items.join(',') })
    const hand = await product.user(`hand${count}`)
    await owner.api.teamMember.save({ team_id, member_username: (await hand.api.user.info({})).username })
    await owner.api.teamItemMember.saveAll({ item_id: prices, team_id, member_group_id: '0' })
    await bind('writers')
    const { who } = await signIn('emma', { groups: ['writers'] })
    const mayEdit = async (item_id: string) => (await who.api.item.info({ item_id })).item_edit
    expect([await mayEdit(handbook), await mayEdit(prices)]).toEqual([true, false])
  })

  it('keeps the membership while another group gives it, and ten sign-ins at once make one member', async () => {
    await bind('writers')
    await bind('editors')
    const signed = await Promise.all(
      Array.from({ length: 10 }, (_, n) => signIn(`many${n % 2}`, { groups: ['writers', 'editors'] }).catch(() => undefined)),
    )
    expect(signed.filter(Boolean).length).toBeGreaterThan(0)
    expect((await members()).map(([name]) => name).sort()).toEqual([`many0.${count}`, `many1.${count}`])
    await signIn('many0', { groups: ['editors'] })
    expect((await members()).find(([name]) => name === `many0.${count}`)).toEqual([`many0.${count}`, 'editors'])
  })

  it('applies the groups of a person who chooses or links an account first', async () => {
    await bind('writers')
    const taken = await product.user(`taken${count}`)
    const claims = { groups: ['writers', 'private group'], preferred_username: taken.username }
    const { who, to } = await signIn('emma', claims)
    expect(to).toBe('/user/link')
    const [kept] = await db().selectFrom('outside_newcomer').select('said').orderBy('until', 'desc').execute()
    expect(kept?.said).not.toContain('private group')
    const { free_name } = await who.api.user.newcomer({})
    await who.api.user.joinNewcomer({ username: free_name })
    expect(await members()).toEqual([[free_name, 'writers']])
    const second = await signIn('liam', { ...claims, preferred_username: taken.username })
    await second.who.api.user.linkNewcomer({ username: taken.username, password: taken.password, v_code: '' })
    expect((await members()).map(([name]) => name).sort()).toEqual([free_name, taken.username].sort())
  })

  it('applies the groups when an identity is linked, also after a second step', async () => {
    await bind('writers')
    const known = await product.user(`known${count}`)
    await known.api.user.confirm({ password: known.password, code: '' })
    oidc.people.set('emma', { preferred_username: `emma.${count}`, groups: ['writers'] })
    const url = await oidc.signIn(await visit(known, `/api/ExtLogin/oauth2?provider_id=${provider_id}&link=1`), 'emma')
    await visit(known, url.pathname + url.search)
    expect(await members()).toEqual([[known.username, 'writers']])
    await signIn('emma', { groups: [] })
    expect(await members()).toEqual([])
    const second = await product.user(`second${count}`)
    const { secret } = await enrol(product, second)
    const { who } = await signIn('liam', { preferred_username: second.username, groups: ['writers'] })
    const linking = who.api.user.linkNewcomer({ username: second.username, password: second.password, v_code: '' })
    await expect(linking).rejects.toMatchObject({ code: 10220 })
    expect(await members()).toEqual([])
    await who.api.user.secondStep({ code: await freshCode(product, second, secret), trust: '0' })
    expect(await members()).toEqual([[second.username, 'writers']])
  })

  it('is bound by a confirmed administrator, and unbound by the owner of the team or an administrator', async () => {
    const rule_id = await bind('writers')
    const notices = async (who: TestUser) => (await who.api.notice.getList({ count: '5' })).map(({ notice_content }) => notice_content)
    expect((await notices(owner))[0]).toContain(`bound the group “writers” of “Acme” to your team “Writers ${count}”`)
    const { who } = await signIn('emma', { groups: ['writers'] })
    expect(await calls().rules({ provider_id })).toMatchObject([
      { rule_id, group_value: 'writers', team_name: `Writers ${count}`, members: '1', by_username: 'admin' },
    ])
    expect(await calls().teams({ team_name: `RITERS ${count}` })).toMatchObject([{ team_id, username: owner.username }])
    expect(await calls().teams({ team_name: '%_' })).toEqual([])
    const shown = await owner.api.teamRule.getList({ team_id })
    expect(shown).toMatchObject([{ rule_id, group_value: 'writers', provider: 'Acme', by_username: 'admin', members: '1' }])
    const outsider = await product.user(`stranger${count}`)
    await areRefused(
      [
        outsider.api.teamRule.getList({ team_id }),
        outsider.api.teamRule.delete({ rule_id }),
        owner.api.teamRule.delete({ rule_id: '999999' }),
        who.api.teamRule.delete({ rule_id }),
        product.admin.api.teamRule.delete({ rule_id }),
      ],
      10103,
    )
    await owner.api.teamRule.delete({ rule_id })
    expect([await members(), await owner.api.teamRule.getList({ team_id })]).toEqual([[], []])
    expect((await notices(who))[0]).toContain('no longer a member')
    expect((await notices(product.admin))[0]).toContain('unbound the group “writers”')
    const again = await bind('ops', other_id)
    await signIn('emma', { groups: ['ops'] })
    await db().updateTable('session').set({ confirmed_until: 0 }).execute()
    await areRefused([bind('x'), calls().deleteRule({ rule_id: again })], 10223)
    await confirm()
    await calls().deleteRule({ rule_id: again })
    expect([await members(other_id), (await notices(owner))[0]]).toEqual([[], expect.stringContaining('unbound the group “ops”')])
    expect(await log('groupUnbound')).toMatchObject({ username: 'admin', subject: `Ops ${count}`, detail: 'ops' })
  })

  it('refuses what cannot be bound', async () => {
    await bind('writers')
    await areRefused([bind('writers')], 10101, 'bound to the team already')
    await areRefused([bind(''), bind('  '), bind('x'.repeat(256)), bind('x', '999999'), bind('x', team_id, '999999')], 10101)
    await areRefused([bind('writers', team_id, '0'), bind('*', team_id, '0'), bind('(cn=x)', team_id, '0')], 10101, 'full DN')
    await areRefused([calls().rules({ provider_id: '999999' }), calls().deleteRule({ rule_id: '999999' })], 10101)
    const rows = Array.from({ length: 199 }, (_, n) => ({ group_value: `g${n}`, team_id: Number(team_id), uid: 1, username: 'admin' }))
    await db()
      .insertInto('team_rule')
      .values(rows.map((row) => ({ ...row, provider_id: Number(provider_id), addtime: 1 })))
      .execute()
    await areRefused([bind('one more')], 10101, '200')
  })

  it('ends with the team and with the provider', async () => {
    await bind('writers')
    await bind('ops', other_id)
    await signIn('emma', { groups: ['writers', 'ops'] })
    await owner.api.team.delete({ id: team_id })
    expect(await db().selectFrom('team_rule').select('group_value').execute()).toEqual([{ group_value: 'ops' }])
    await calls().delete({ provider_id, unlink: '1' })
    expect(await db().selectFrom('team_rule').selectAll().execute()).toEqual([])
    expect(await members(other_id)).toEqual([])
  })
})
