import { randomInt } from 'node:crypto'
import { everyCall } from '@sheaf/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { enrollingCalls } from '../auth/enrolling.ts'
import { cookieName, isSecure, openSession } from '../auth/session.ts'
import { storeSignIn } from '../auth/sign-in-settings.ts'
import { Authenticator, addPasskey } from '../test/authenticator.ts'
import { later } from '../test/clock.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, onOneDatabase, PASSWORD, type Product, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'

const DAY = 86_400
const ORIGIN = 'https://docs.example.test'

/** A new session of an account, as after the first step of a sign-in. */
async function signedIn(
  product: Product,
  { uid, password }: Pick<TestUser, 'uid' | 'password'>,
  way: 'password' | 'provider' = 'password',
) {
  const { token } = await openSession(product.server.services, Number(uid), null, { way })
  const who = product.visitor()
  who.headers['cookie'] = `${cookieName(isSecure(product.server.services))}=${token}`
  return Object.assign(who, { uid, password })
}

const confirmed = async (who: TestUser) => {
  await who.api.user.confirm({ password: who.password, code: '' })
  return who.api
}

onEachDatabase('a second step that the site requires', (product) => {
  const db = () => product.server.services.store.db
  let alice: TestUser
  beforeAll(async () => {
    await areRefused([product.admin.api.adminSetting.saveSignIn({ mfa_require: '1' })], 10223)
    await areRefused([(await confirmed(product.admin)).adminSetting.saveSignIn({ mfa_require: '1' })], 10101, 'your own account')
    await enrol(product, product.admin)
  })

  it('R24: has all settings that administrators change at the same time', async () => {
    const { adminSetting } = await confirmed(product.admin)
    for (let round = 1; round <= 10; round++) {
      const [trust_days, session_days, session_idle_days] = [`${round}`, `${round + 40}`, `${round + 5}`]
      await Promise.all([{ trust_days }, { session_days }, { session_idle_days }].map((given) => adminSetting.saveSignIn(given)))
      expect(await adminSetting.loadSignIn({})).toMatchObject({ trust_days, session_days, session_idle_days })
    }
    await db().deleteFrom('site_config').where('name', '=', 'sign_in').execute()
  })
  beforeEach(async () => {
    await db().deleteFrom('site_config').execute()
    alice = await product.user('alice')
  })
  const requireOf = async (mfa_require: string, more = {}) =>
    (await confirmed(product.admin)).adminSetting.saveSignIn({ mfa_require, ...more })

  it('S162: leads to its setup after the days of grace, in old sessions as well as in new ones', async () => {
    const settings = await requireOf('2', { mfa_grace_days: '3' })
    const since = Number(settings.required_since)
    expect(Number(settings.required_from)).toBe(since + 3 * DAY)
    expect(settings).toMatchObject({ mfa_require: '2', is_ready: true, admins: '1', admins_ready: '1', people_ready: '1' })
    expect(await alice.api.item.myList({})).toEqual([])
    expect(await alice.api.secondStep.info({})).toMatchObject({ is_required: true, required_from: settings.required_from })
    const reset = later(product, 3 * DAY + 1)
    await areRefused([alice.api.item.myList({}), alice.api.notice.getList({ notice_type: 'all' })], 10222)
    const late = product.visitor()
    expect(await late.api.user.login({ username: alice.username, password: PASSWORD })).toMatchObject({ must_enrol: '1' })
    await areRefused([late.api.item.myList({})], 10222)
    // Pages show what a visitor sees, and the scripts know who is signed in.
    const html = (await product.send({ url: '/user/security', headers: late.headers })).body
    expect(html).toContain(alice.username)
    await enrol(product, Object.assign(late, { password: PASSWORD }))
    expect([await late.api.item.myList({}), await alice.api.item.myList({})]).toEqual([[], []])
    await areRefused([late.api.secondStep.endTotp({})], 10101, 'your only one')
    await requireOf('0')
    await late.api.secondStep.endTotp({})
    reset()
  })

  it('is asked of administrators alone with 1, keeps their date with 2, and not after a provider', async () => {
    const boss = await product.user('boss')
    await db().updateTable('user').set({ groupid: 1 }).where('uid', '=', Number(boss.uid)).execute()
    await requireOf('1', { mfa_grace_days: '0' })
    await areRefused([boss.api.adminLog.getList({})], 10222)
    expect(await alice.api.item.myList({})).toEqual([])
    await requireOf('2', { mfa_grace_days: '7' })
    expect(await boss.api.secondStep.info({})).toMatchObject({ is_required: true })
    const reset = later(product, 8 * DAY)
    await areRefused([alice.api.item.myList({})], 10222)
    const external = await signedIn(product, alice, 'provider')
    expect(await external.api.item.myList({})).toEqual([])
    await (await confirmed(await signedIn(product, product.admin))).adminSetting.saveSignIn({ mfa_outside: '1' })
    await areRefused([external.api.item.myList({})], 10222)
    reset()
    await db().updateTable('user').set({ groupid: 2 }).where('uid', '=', Number(boss.uid)).execute()
  })
})

onOneDatabase(
  'who must set up a second step',
  (product) => {
    const now = () => product.server.services.now()
    const settings = {
      mfa_grace_days: 0,
      mfa_outside: 0,
      mfa_passkey_only: 0,
      passkey_since: 0,
      trust_days: 30,
      session_idle_days: 30,
      session_days: 90,
      provider_logout: 0,
    }
    const requireOfAll = () =>
      storeSignIn(product.server.services.store.db, { ...settings, mfa_require: 2, admins_since: now() - 1, people_since: now() - 1 })

    it('S162: can make exactly the listed calls', async () => {
      const alice = await product.user('alice')
      await requireOfAll()
      const answers = new Map<string, number>()
      const isOpen = ([group, action]: [string, string, ...unknown[]]) => enrollingCalls.has(`${group}/${action}`)
      // The open calls come last, because some of them end the session of the others.
      for (const [group, action, call] of everyCall().sort((one, other) => Number(isOpen(one)) - Number(isOpen(other)))) {
        if (call.open) continue
        const who = isOpen([group, action]) ? await signedIn(product, alice) : alice
        const reply = await product.send({ method: 'POST', url: `/api/${group}/${action}`, headers: who.headers })
        const isJson = String(reply.headers['content-type']).includes('json')
        answers.set(`${group}/${action}`, isJson ? reply.json().error_code : 0)
      }
      const open = [...answers].filter(([, code]) => code !== 10222).map(([path]) => path)
      expect(open.sort()).toEqual([...enrollingCalls].sort())
    })

    it('S162: no order of settings, methods, roles and time locks the last administrator out', async () => {
      const { services } = product.server
      const { now: clock } = services
      const root = product.admin
      const other = await product.user('second')
      let ahead = 0
      services.now = () => clock() + ahead
      const people = [root, other]
      const oneOf = <T>(list: T[]) => list[randomInt(list.length)] as T
      const secrets = new Map<string, Buffer>()
      const keys = new Map<string, Authenticator>()
      const keyOf = ({ uid }: TestUser) => keys.get(uid) ?? (keys.set(uid, new Authenticator(ORIGIN)).get(uid) as Authenticator)
      // Comparing passwords takes most of the time of a call; user.confirm.test.ts covers it.
      const confirmAll = () =>
        services.store.db
          .updateTable('session')
          .set({ confirmed_until: services.now() + 600 })
          .execute()
      const ofOther = (who: TestUser) => people.find((one) => one !== who) as TestUser
      const steps: ((who: TestUser) => Promise<unknown>)[] = [
        (who) => who.api.adminSetting.saveSignIn({ mfa_require: oneOf(['0', '1', '2']) }),
        (who) => who.api.adminSetting.saveSignIn({ mfa_grace_days: oneOf(['0', '1', '14']), mfa_outside: oneOf(['0', '1']) }),
        async (who) => void secrets.set(who.uid, (await enrol(product, who, 'confirmed')).secret),
        (who) => who.api.secondStep.endTotp({}),
        (who) => who.api.adminSetting.saveSignIn({ mfa_passkey_only: oneOf(['0', '1']) }),
        (who) => addPasskey(who.api, keyOf(who)),
        async (who) => {
          const { passkeys } = await who.api.secondStep.info({})
          await who.api.secondStep.endPasskey({ passkey_id: passkeys[0]?.passkey_id ?? '0' })
        },
        (who) => who.api.adminUser.endSecondStep({ uid: ofOther(who).uid }),
        (who) => who.api.adminUser.update({ uid: ofOther(who).uid, groupid: oneOf(['1', '2']), is_disabled: oneOf(['0', '1']) }),
        (who) => who.api.adminUser.update({ uid: who.uid, groupid: '2' }),
        async () => {
          ahead += oneOf([60, DAY, 20 * DAY])
        },
      ]
      const isOpen = (who: TestUser) =>
        who.api.adminSetting.loadSignIn({}).then(
          () => true,
          () => false,
        )
      /** What the person can do at any time: confirm with a method of their own, and set up what is required. */
      const proveAndSetUp = async (who: TestUser) => {
        const { methods, passkey_from } = await who.api.secondStep.info({})
        if (methods.includes('passkey')) {
          const answer = keyOf(who).get(await who.api.user.passkeyOptions({ username: '', purpose: 'confirm' }))
          await who.api.user.confirm({ password: '', code: '', passkey: JSON.stringify(answer) })
        } else if (methods.includes('totp')) {
          const code = await freshCode(product, who, secrets.get(who.uid) as Buffer)
          await who.api.user.confirm({ password: '', code })
        }
        if (await isOpen(who)) return
        if (passkey_from === '0') secrets.set(who.uid, (await enrol(product, who, 'confirmed')).secret)
        else await addPasskey(who.api, keyOf(who))
      }
      for (let order = 0; order < 200; order++) {
        for (let n = 0; n < 6; n++) {
          const who = await signedIn(product, oneOf(people))
          await confirmAll()
          await oneOf(steps)(who).catch(() => {})
        }
        const rows = await services.store.db.selectFrom('user').selectAll().where('groupid', '=', 1).where('is_disabled', '=', 0).execute()
        expect(rows.length).toBeGreaterThan(0)
        const row = oneOf(rows)
        const who = await signedIn(product, people.find(({ uid }) => uid === String(row.uid)) as TestUser)
        await confirmAll()
        await proveAndSetUp(who)
        expect(await who.api.adminSetting.loadSignIn({})).toMatchObject({ session_days: '90' })
      }
      services.now = clock
    })
  },
  { PUBLIC_URL: ORIGIN },
)
