import { requirements } from '@sheaf/contract/levels'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../digest.ts'
import { addGrant } from '../grants.ts'
import { onOneDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import type { Case } from './case.ts'
import { type EveryRow, everyRow } from './rows.ts'
import { rules, secretsOf } from './rules.ts'
import { secretsIn } from './secrets.ts'
import { type MatrixUsers, makeUsers, type Role } from './users.ts'
import { type Kind, makeWorld, removeWorld, type World } from './world.ts'

/*
 * S98: every call by token: what its person may do, limited by level and items. Rights do not depend on the database, and
 * token.test.ts makes the calls that read and write tokens on both.
 */
const kind: Kind = { state: 'private', type: 1 }
const LEVELS = [1, 2, 3, 4]
/** Calls with keys, secrets or a captcha of their own do not depend on the caller. */
const dependsOnCaller = ({ who, captcha }: Case) => !captcha && who !== 'keyed' && who !== 'linked' && who !== 'anyone' && who !== 'none'
/** A program sees its own suggestions only, and not those that its person can decide about (suggestion.test.ts). */
const seesOwnOnly = /^suggestion\/(getList|info)$/
const rows = everyRow.filter(({ path, call, cases }) => !call.open && !seesOwnOnly.test(path) && cases.some(dependsOnCaller))
const requiredBy = ({ path }: EveryRow) => requirements.get(path) ?? { level: 'session', account: false }

/** Rows by the level that they need, so that a new call is seen here. */
it('W20: lists every call with the level that a token needs', () => {
  const listed: Record<string, string[]> = {}
  for (const [path, { level, account }] of requirements) {
    const name = account ? `${level}, not for tokens that are limited to items` : String(level)
    listed[name] = [...(listed[name] ?? []), path].sort()
  }
  expect(listed).toMatchSnapshot()
})

onOneDatabase('tokens in the matrix', (product) => {
  let people: MatrixUsers
  let world: World
  let other: World
  beforeAll(async () => {
    people = await makeUsers(product)
    ;[world, other] = [await makeWorld(product, people, kind), await makeWorld(product, people, kind)]
  })

  interface Options {
    level: number
    items?: World[]
    is_admin?: 1
  }
  const known = new Map<string, ReturnType<typeof makeHeaders>>()
  /** Refused calls share a token per role and limits, because a commit between two digests makes both of them long. */
  function headersWith(role: Role, options: Options) {
    const key = JSON.stringify([role, options.level, options.is_admin, options.items?.map(({ item_id }) => item_id)])
    const headers = known.get(key) ?? makeHeaders(role, options)
    known.set(key, headers)
    return headers
  }
  async function makeHeaders(role: Role, { level, items, is_admin }: Options) {
    const { db } = product.server.services.store
    const at = product.server.services.now()
    const limits = items ? { items: items.flatMap(({ item_id, elsewhere }) => [Number(item_id), Number(elsewhere)]) } : {}
    const { token } = await addGrant(db, { uid: people[role].uid, level, at, ...limits, ...(is_admin ? { is_admin } : {}) })
    return { 'accept-language': 'en', host: 'sheaf.test', authorization: `Bearer ${token}` }
  }

  async function request({ path, call }: EveryRow, one: Case, place: World, role: Role, headers: Record<string, string>) {
    const fields = one.fields?.(place, people[role]) ?? {}
    const file = one.file && { name: one.fileName ?? 'a.zip', bytes: one.file }
    const reply = await product.send(requestOf({ path, call, file, writes: [], fields: () => fields }, fields, headers))
    const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
    const { error_code = 0, error_name = '' } = isEnvelope ? reply.json<{ error_code?: number; error_name?: string }>() : {}
    expect(reply.statusCode, `${path} as ${role}`).toBeLessThan(500)
    return { code: error_code, name: error_name, revealed: secretsIn(reply.body) }
  }

  /** Tables that a refusal can write to: the log, and counters of failures. */
  const COUNTED = ['token_call', 'throttle', 'audit']
  interface Refused {
    role: Role
    options: Options
    cases?: Case[]
    isRight: (name: string) => boolean
  }
  async function expectRefused(row: EveryRow, ...all: Refused[]) {
    const headers = await Promise.all(all.map(({ role, options }) => headersWith(role, options)))
    const before = await digestOf(product, COUNTED)
    for (const [n, { role, options, cases = row.cases, isRight }] of all.entries())
      for (const one of cases.filter(dependsOnCaller)) {
        const { code, name, revealed } = await request(row, one, world, role, headers[n] ?? {})
        const { level } = options
        const unknown = one.names ? revealed.filter((secret) => !secretsOf(role, kind).includes(secret)) : revealed
        expect([row.path, role, level, name, code > 0 && isRight(name), unknown]).toEqual([row.path, role, level, name, true, []])
      }
    expect(await digestOf(product, COUNTED)).toEqual(before)
  }

  describe.each(LEVELS)('of level %i', (level) => {
    const tooHigh = rows.filter((row) => {
      const required = requiredBy(row).level
      return required === 'session' || required > level
    })
    it.each(tooHigh)('$path is refused to its owner', async (row) => {
      const expected = requiredBy(row).level === 'session' ? 'sessionOnly' : 'levelMissing'
      await expectRefused(row, { role: 'O', options: { level }, isRight: (name) => name === expected })
    })
  })

  const byToken = rows.filter((row) => requiredBy(row).level !== 'session')

  it.each(byToken)('$path in an item that the token does not cover is refused', async (row) => {
    const isHidden = (one: Case) => !rules[one.who]('V', kind, one.at ?? 'own')
    const cases = requiredBy(row).account ? row.cases : row.cases.filter((one) => one.who !== 'users' && isHidden(one) && namesItem(one))
    if (cases.length > 0) await expectRefused(row, { role: 'O', options: { level: 4, items: [other] }, isRight: () => true, cases })
  })

  /** Whether the case names something of the item; other calls answer from the items that the token covers. */
  const namesItem = (one: Case) =>
    Object.entries(one.fields?.(world, people.O) ?? {}).some(
      ([name, value]) => /(?:item|page|cat|file|env|flow|var)_id|sign|^id$/.test(name) && value !== '' && value !== '0',
    )

  it.each(byToken)('$path is refused to a user without the right, and to accounts that were disabled or deleted', async (row) => {
    const refusedTo = (role: Role) => row.cases.filter((one) => !rules[one.who](role, kind, one.at ?? 'own'))
    const options = { level: 4 }
    const withoutRight = (['U', 'R', 'CE'] as const).map((role) => ({ role, options, isRight: () => true, cases: refusedTo(role) }))
    const gone = (['X', 'D'] as const).map((role) => ({ role, options, isRight: (name: string) => name === 'tokenInvalid' }))
    await expectRefused(row, ...withoutRight, ...gone)
  })

  it.each(byToken)('$path works with the level that it needs, limited to its item', async (row) => {
    const { level, account } = requiredBy(row)
    for (const one of row.cases.filter(dependsOnCaller)) {
      const role = (['E', 'O', 'TO', 'CE', 'R', 'A'] as const).find(
        (role) => rules[one.who](role, kind, one.at ?? 'own') && (one.roles ?? [role]).includes(role),
      )
      if (!role || one.needsThread) continue
      const isWrite = row.call.kind === 'write'
      const place = isWrite ? await makeWorld(product, people, kind) : world
      const options = {
        level: Number(level),
        ...(account || !namesItem(one) ? {} : { items: [place] }),
        ...(role === 'A' ? { is_admin: 1 as const } : {}),
      }
      const { code, name } = await request(
        row,
        one,
        place,
        role,
        await makeHeaders(role, options.is_admin ? { level: 4, is_admin: 1 } : options),
      )
      expect([row.path, role, code, name]).toEqual([row.path, role, 0, ''])
      if (isWrite) await removeWorld(product, place)
    }
  })

  it.each(byToken.filter(({ call }) => call.access === 'admin'))(
    'S103: $path is refused to an administrator whose token does not administer',
    async (row) => {
      await expectRefused(row, { role: 'A', options: { level: 4 }, isRight: (name) => name === 'noPermission' })
    },
  )

  it('S103: without administering, the token of an administrator does not open items of others', async () => {
    const headers = await headersWith('A', { level: 4 })
    const reply = await product.send(
      requestOf(
        { path: 'item/info', call: rowOf('item/info').call, file: undefined, writes: [], fields: () => ({}) },
        { item_id: world.item_id },
        headers,
      ),
    )
    expect(reply.json().error_name).toBe('noVisit')
  })
})

const rowOf = (path: string) => everyRow.find((row) => row.path === path) as EveryRow
