import { beforeEach, expect, it } from 'vitest'
import { Authenticator, addPasskey, cbor, passkeyLogin, type Saying } from '../../test/authenticator.ts'
import { areRefused } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'

const ORIGIN = 'https://docs.example.test'
const UP = 1
const UV = 4

/* S158: answers of authenticators that differ from right ones in one place each. */
onEachDatabase(
  'hostile answers of passkeys',
  (product) => {
    let alice: TestUser
    let key: Authenticator
    const db = () => product.server.services.store.db
    const visitor = () => product.visitor()
    beforeEach(async () => {
      await db().deleteFrom('rate').execute()
      alice = await product.user('alice')
      key = new Authenticator(ORIGIN)
      await alice.api.user.confirm({ password: PASSWORD, code: '' })
    })

    const forged: Record<string, Saying> = {
      'an origin with a port': { origin: 'https://docs.example.test:8443' },
      'an origin of a subdomain': { origin: 'https://a.docs.example.test' },
      'an origin of the domain above': { origin: 'https://example.test' },
      'an origin without https': { origin: 'http://docs.example.test' },
      'an origin that looks alike': { origin: 'https://docs.example.test.evil.test' },
      'an origin with a path': { origin: 'https://docs.example.test/' },
      'an origin in Cyrillic': { origin: 'https://dосs.example.test' },
      'another site in the signed data': { rpId: 'example.test' },
      'another type': { type: 'webauthn.other' },
      'an answer inside a page of another site': { client: { crossOrigin: true } },
      'an answer below another page': { client: { topOrigin: 'https://evil.test' } },
      'nobody at the device': { flags: UV },
      'bytes after the data': { tail: Buffer.from('more') },
    }

    it.each(Object.entries(forged))('S158: refuses %s', async (_what, say) => {
      await areRefused(
        [addPasskey(alice.api, key, '', say.tail ? { tail: say.tail } : say.type ? { type: 'webauthn.get' } : withoutTop(say))],
        10221,
      )
      expect(await alice.api.secondStep.info({})).toMatchObject({ passkeys: [], methods: [] })
      await addPasskey(alice.api, key)
      const who = visitor()
      await areRefused([passkeyLogin(who.api, key, say.type ? { type: 'webauthn.create' } : say)], 10221)
      await areRefused([who.api.user.info({})], 10102)
      expect(await passkeyLogin(visitor().api, key)).toMatchObject({ uid: alice.uid })
    })
    /** In a page below another one, browsers say so themselves when a passkey is made. */
    const withoutTop = (say: Saying) =>
      say.client?.['topOrigin'] ? { client: { crossOrigin: true, topOrigin: 'https://evil.test' } } : say

    it('S158: a challenge is for one session, one purpose and one answer, also in parallel', async () => {
      await addPasskey(alice.api, key)
      const who = visitor()
      const asked = await who.api.user.passkeyOptions({ username: '', purpose: '' })
      const stolen = JSON.stringify(key.get(asked))
      await areRefused([visitor().api.user.passkeyLogin({ answer: stolen })], 10221, 'took too long')
      const other = visitor()
      await other.api.user.passkeyOptions({ username: '', purpose: '' })
      await areRefused([other.api.user.passkeyLogin({ answer: stolen })], 10221, 'took too long')
      await areRefused([alice.api.user.confirm({ password: '', code: '', passkey: stolen })], 10221, 'took too long')
      const results = await Promise.allSettled(Array.from({ length: 6 }, () => who.api.user.passkeyLogin({ answer: stolen })))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await areRefused([who.api.user.passkeyLogin({ answer: stolen })], 10221)
      const made = JSON.stringify(new Authenticator(ORIGIN).create(await alice.api.secondStep.beginPasskey({})))
      await alice.api.secondStep.addPasskey({ answer: made, name: '' })
      await areRefused([alice.api.secondStep.addPasskey({ answer: made, name: '' })], 10101, 'Start it again')
      // A wrong answer uses it up as well.
      const late = visitor()
      const once = await late.api.user.passkeyOptions({ username: '', purpose: '' })
      await areRefused(
        [late.api.user.passkeyLogin({ answer: JSON.stringify(key.get(once, { flags: UV })) })],
        10221,
        'could not be verified',
      )
      await areRefused([late.api.user.passkeyLogin({ answer: JSON.stringify(key.get(once)) })], 10221, 'took too long')
    })

    it('S158: a session awaits six challenges, and an older one is forgotten', async () => {
      await addPasskey(alice.api, key)
      const who = visitor()
      const asked = []
      for (let n = 0; n < 9; n++) asked.push(await who.api.user.passkeyOptions({ username: '', purpose: '' }))
      const values = asked.map(({ challenge }) => challenge)
      const kept = await db().selectFrom('challenge').select('value').where('value', 'in', values).execute()
      expect(kept).toHaveLength(6)
      expect(kept.map(({ value }) => value)).toContain(values.at(-1))
    })

    it('S158: a counter that goes back is refused and its person is informed; a forged one changes nothing', async () => {
      const { passkey } = await addPasskey(alice.api, key, 'Laptop')
      await passkeyLogin(visitor().api, key, { counter: 50 })
      const other = new Authenticator(ORIGIN)
      // A wrong signature with a low counter says nothing about the passkey.
      await areRefused([passkeyLogin(visitor().api, key, { counter: 2, key: other.key })], 10221, 'could not be verified')
      await areRefused([passkeyLogin(visitor().api, key, { counter: 0xffffffff, key: other.key })], 10221, 'could not be verified')
      const titles = async () => (await alice.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
      expect(await titles()).not.toContain('A passkey was refused')
      for (const counter of [50, 49, 0, 1, 2]) await areRefused([passkeyLogin(visitor().api, key, { counter })], 10221, 'copy')
      expect((await titles()).filter((title) => title === 'A passkey was refused')).toHaveLength(3)
      const log = await product.admin.api.adminLog.getList({ action: 'passkeyCopied', page: '1', count: '10' } as never)
      expect(JSON.stringify(log)).toContain('Laptop')
      expect(await passkeyLogin(visitor().api, key, { counter: 51 })).toMatchObject({ uid: alice.uid })
      await alice.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })
    })

    it('S158: a credential of another person, a forged handle and a forged key', async () => {
      await addPasskey(alice.api, key)
      const bob = await product.user('bob')
      await bob.api.user.confirm({ password: PASSWORD, code: '' })
      const bobs = new Authenticator(ORIGIN)
      await addPasskey(bob.api, bobs)
      const login = (one: Authenticator, say: Saying) => passkeyLogin(visitor().api, one, say)
      await areRefused(
        [
          login(bobs, { handle: key.handle }),
          login(bobs, { handle: undefined }),
          login(bobs, { handle: '' }),
          login(bobs, { key: key.key }),
          login(new Authenticator(ORIGIN, { key: key.key }), {}),
        ],
        10221,
      )
      // The second step of Alice, and her confirmation, with the passkey of Bob.
      const asked = await alice.api.user.passkeyOptions({ username: '', purpose: 'confirm' })
      await areRefused([alice.api.user.confirm({ password: '', code: '', passkey: JSON.stringify(bobs.get(asked)) })], 10221, 'not known')
      expect(await login(bobs, {})).toMatchObject({ uid: bob.uid })
    })

    it('S158: only the algorithms that were offered, no certificate and no other form of attestation', async () => {
      const isOf = (alg: number) => ({ ...key.key, cose: new Map(key.key.cose).set(3, alg) })
      const rsa = new Authenticator(ORIGIN, { alg: -257 }).key
      const certificate = new Map([['x5c', Buffer.from('certificate')]])
      const sayings: Saying[] = [
        { key: isOf(-35) },
        { key: isOf(-65535) },
        { key: isOf(-48) },
        { key: { ...rsa, cose: new Map(rsa.cose).set(3, -37) } },
        { fmt: 'packed', statement: certificate },
        { fmt: 'fido-u2f', statement: certificate },
        { fmt: 'android-safetynet' },
        { fmt: 'tpm' },
        { fmt: 'none', statement: certificate },
        { fmt: '__proto__' },
        { flags: 0 },
      ]
      for (const say of sayings) await areRefused([addPasskey(alice.api, key, '', say)], 10221, 'could not be verified')
      // A key without verification is good for a second step.
      expect(await addPasskey(alice.api, key, '', { flags: UP })).toMatchObject({ passkey: { is_uv: false } })
    })

    it('S158: broken bytes are refused in words, within the bounds of a body', async () => {
      const begin = () => alice.api.secondStep.beginPasskey({})
      const b64 = (bytes: Buffer) => bytes.toString('base64url')
      const deep = Buffer.alloc(8000, 0x81)
      const bombs = [
        Buffer.alloc(0),
        Buffer.from('text'),
        deep,
        Buffer.from([0xbb, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff]),
        Buffer.from([0x9b, 0x00, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        Buffer.from([0x5b, 0x00, 0x00, 0x00, 0x00, 0x7f, 0xff, 0xff, 0xff]),
        cbor(new Map([['fmt', 'none']])),
        cbor(
          new Map<string, string | Buffer>([
            ['fmt', 'none'],
            ['attStmt', 'x'],
            ['authData', Buffer.alloc(36)],
          ]),
        ),
        cbor(
          new Map<string, string | Buffer>([
            ['fmt', 'none'],
            ['attStmt', ''],
            ['authData', Buffer.alloc(200, 0xff)],
          ]),
        ),
      ]
      for (const bomb of bombs) {
        await db().deleteFrom('rate').execute()
        const answer = key.create(await begin())
        const given = JSON.stringify({ ...answer, response: { ...answer.response, attestationObject: b64(bomb) } })
        await areRefused([alice.api.secondStep.addPasskey({ answer: given, name: '' })], 10221, 'could not be verified')
      }
      await db().deleteFrom('rate').execute()
      const answer = key.create(await begin())
      const send = async (path: string, fields: Record<string, string>) => {
        const reply = await product.send({
          method: 'POST',
          url: `/api/${path}`,
          payload: new URLSearchParams(fields).toString(),
          headers: { ...alice.headers, 'content-type': 'application/x-www-form-urlencoded' },
        })
        return [reply.statusCode < 500, reply.json().error_code !== 0]
      }
      const big = JSON.stringify({ ...answer, response: { ...answer.response, attestationObject: 'A'.repeat(1024 * 1024) } })
      const client = (text: string) =>
        JSON.stringify({ ...answer, response: { ...answer.response, clientDataJSON: b64(Buffer.from(text)) } })
      for (const given of [big, '[]', 'null', '{', '"x"', client('null'), client('[]'), client('{"challenge":{}}'), client('\0')])
        for (const [path, field] of [
          ['secondStep/addPasskey', 'answer'],
          ['user/passkeyLogin', 'answer'],
          ['user/confirm', 'passkey'],
          ['user/secondStep', 'passkey'],
        ] as const)
          expect([path, given.slice(0, 30), await send(path, { [field]: given })]).toEqual([path, given.slice(0, 30), [true, true]])
    })
  },
  { PUBLIC_URL: ORIGIN },
)
