import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DirectoryServer, GROUPS_DN, hasSlapd, startSlapd, USERS_DN } from '../test/servers/slapd.ts'
import { directoryGroups } from './directory.ts'

const NIS = 'include /etc/ldap/schema/nis.schema'
const MEMBER_OF = 'moduleload memberof'
/** The root entry says that it is Active Directory. slapd does not know its rule, and answers as if it matched nothing. */
const CAPABILITIES = `attributetype ( 1.2.840.113556.1.4.1 NAME 'supportedCapabilities' SYNTAX 1.3.6.1.4.1.1466.115.121.1.38 )`

const dn = (cn: string) => `cn=${cn},${GROUPS_DN}`
const user = (uid: string) => `uid=${uid},${USERS_DN}`

describe.skipIf(!hasSlapd)('groups of a real directory (needs slapd)', () => {
  let slapd: DirectoryServer
  const group = (cn: string, members: string[]) =>
    slapd.asRoot((client) => client.add(dn(cn), { objectClass: ['groupOfNames'], cn: cn.replace(/\\/g, ''), member: members }))
  const groupsOf = (uid: string, bound: string[], more = {}) => directoryGroups(slapd.form(more), { dn: user(uid), username: uid }, bound)

  beforeAll(async () => {
    const people = ['emma', 'liam', 'noah', 'many', 'admins', 'we*'].map((uid) => ({ uid, cn: uid, password: `hush-hush-${uid}` }))
    const limit = `limits dn.exact="${user('admins')}" size.soft=2 size.hard=2 size.prtotal=2`
    const access = `access to dn.exact="${dn('hidden')}" by * none`
    slapd = await startSlapd(people, `${NIS}\n${MEMBER_OF}\n${CAPABILITIES}\nallow bind_v2`, `overlay memberof\n${limit}\n${access}`)
    await group('writers', [user('emma'), user('liam')])
    await group('Research\\, Ltd', [user('emma')])
    for (let n = 1; n <= 6; n++) await group(`level${n}`, [n === 1 ? user('noah') : dn(`level${n - 1}`)])
    await group('circle1', [user('liam')])
    await group('circle2', [dn('circle1')])
    await slapd.asRoot(async (client) => {
      await client.modify(
        dn('circle1'),
        new Change({ operation: 'add', modification: new Attribute({ type: 'member', values: [dn('circle2')] }) }),
      )
      await client.add(dn('posix'), { objectClass: ['posixGroup'], cn: 'posix', gidNumber: '1', memberUid: ['emma'] })
      await client.add(dn('unique'), { objectClass: ['groupOfUniqueNames'], cn: 'unique', uniqueMember: user('emma') })
      for (let n = 0; n < 501; n++)
        await client.add(dn(`many${n}`), { objectClass: ['groupOfNames'], cn: `many${n}`, member: user('many') })
    })
  })
  afterAll(() => slapd.stop())

  it('finds groups by member, uniqueMember, memberUid and memberOf, in the case that was bound', async () => {
    const bound = [dn('writers').toUpperCase(), dn('posix'), dn('unique'), dn('level1')]
    expect(await groupsOf('emma', bound)).toEqual({ groups: [dn('writers').toUpperCase(), dn('posix'), dn('unique')], unknown: [] })
    // The groups are found although people are searched elsewhere.
    expect(slapd.form().base_dn).toBe(USERS_DN)
    expect(await groupsOf('liam', bound)).toEqual({ groups: [dn('writers').toUpperCase()], unknown: [] })
  })

  it('follows groups within groups to five levels, and ends in a circle', async () => {
    const bound = [1, 2, 3, 4, 5, 6].map((n) => dn(`level${n}`))
    expect(await groupsOf('noah', bound)).toEqual({ groups: bound.slice(0, 5), unknown: [] })
    expect(await groupsOf('liam', [dn('circle2'), dn('circle1')])).toEqual({ groups: [dn('circle2'), dn('circle1')], unknown: [] })
  })

  it('S171: a comma with an escape belongs to the name', async () => {
    const bound = [dn('Research\\, Ltd'), dn('Research\\2C Ltd'), `cn=Research, Ltd=,${GROUPS_DN}`, dn('Research')]
    expect((await groupsOf('emma', bound)).groups).toEqual(bound.slice(0, 2))
  })

  it.each(['*', 'writers)(member=*', 'writ*', '\\2a', 'writers\\00'])('S171: the group %j is a plain name and no filter', async (cn) => {
    expect((await groupsOf('emma', [dn(cn)])).groups).toEqual([])
  })

  it('S171: a name with signs of a filter finds only its own groups', async () => {
    expect((await groupsOf('we*', [dn('writers'), dn('posix')])).groups).toEqual([])
    const given = { dn: `${user('emma')})(member=*`, username: '*' }
    const asked = directoryGroups(slapd.form(), given, [dn('posix')]).catch((error: { error: string }) => error.error)
    expect(await asked).not.toMatchObject({ groups: [dn('posix')] })
  })

  it('S171: says nothing about groups that are gone or that it cannot read, and about more than 500', async () => {
    await slapd.asRoot((client) => client.add(dn('hidden'), { objectClass: ['groupOfNames'], cn: 'hidden', member: user('noah') }))
    const noRoot = { bind_dn: user('liam'), bind_password: 'hush-hush-liam' }
    expect(await groupsOf('emma', [dn('writers'), dn('hidden'), dn('gone')], noRoot)).toEqual({
      groups: [dn('writers')],
      unknown: [dn('hidden'), dn('gone')],
    })
    expect(await groupsOf('many', [dn('many1'), dn('writers')])).toEqual({ unsaid: 'tooMany' })
  })

  it('S171: says nothing when a limit of the directory cuts its answer', async () => {
    const limited = { bind_dn: user('admins'), bind_password: 'hush-hush-admins' }
    for (const version of ['3', '2'])
      expect(await groupsOf('emma', [dn('writers'), dn('level1')], { ...limited, version })).toEqual({ unsaid: 'tooMany' })
    expect(await groupsOf('emma', [dn('writers')], { version: '2' })).toEqual({ groups: [dn('writers')], unknown: [] })
  })

  it('asks a directory that says it is Active Directory for nested groups by its own rule as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-root-'))
    const rootFile = join(folder, 'root.ldif')
    writeFileSync(rootFile, 'dn:\nobjectClass: top\nobjectClass: extensibleObject\nsupportedCapabilities: 1.2.840.113556.1.4.800\n')
    const asked = await startSlapd([{ uid: 'emma', cn: 'Emma', password: 'hush-hush-emma' }], `${CAPABILITIES}\nrootDSE ${rootFile}`)
    try {
      await asked.asRoot((client) => client.add(dn('writers'), { objectClass: ['groupOfNames'], cn: 'writers', member: user('emma') }))
      expect(await directoryGroups(asked.form(), { dn: user('emma'), username: 'emma' }, [dn('writers')])).toEqual({
        groups: [dn('writers')],
        unknown: [],
      })
    } finally {
      await asked.stop()
      rmSync(folder, { recursive: true })
    }
  })
})
