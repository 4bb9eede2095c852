import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anItem } from '../given.ts'
import { onEachDatabase, type Product } from '../product.ts'
import { requestOf } from '../request.ts'
import { everySample } from '../samples/samples.ts'
import { makeWorld } from '../samples/samples.world.ts'

/** All files of the data folder, including the write-ahead log, and all rows of a PostgreSQL database. */
async function everything({ server, folder }: Product) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  const { hot, kind } = server.services.store
  if (kind === 'sqlite') return bytes
  const tables = await hot<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`, [])
  const rows = await Promise.all(tables.map(({ name }) => hot(`select * from "${name}"`, [])))
  return [...bytes, ...rows.map((table) => JSON.stringify(table))]
}

onEachDatabase('stored data', (product) => {
  const secret = 'canaryhorse9431'

  async function register(username: string, password = secret) {
    const one = product.visitor()
    const drawn = await product.send({ url: '/api/common/verify' })
    one.headers['cookie'] = String(drawn.headers['set-cookie']).split(';')[0] as string
    const { user_token, uid } = await one.api.user.register({ username, password, confirm_password: password, v_code: 'abc12' })
    return { ...one, uid, token: user_token }
  }

  it('S01, S17: contains no password or session in clear text; equal passwords have different hashes', async () => {
    const [one, two] = [await register('canary-one'), await register('canary-two')]
    const three = await register('canary-three', 'another horse 9')
    await three.api.user.resetPassword({ password: 'another horse 9', new_password: secret })
    const item_id = await anItem(one as never, { password: `visit${secret}` })
    await product.visitor().api.item.pwd({ item_id, password: `visit${secret}` })
    await product
      .visitor()
      .api.user.login({ username: 'canary-one', password: `wrong${secret}`, v_code: '' })
      .catch(() => {})
    const kept = await everything(product)
    // The search itself works, because it finds a text stored in clear.
    expect(kept.some((text) => text.includes('canary-one'))).toBe(true)
    for (const text of [secret, one.token, two.token, three.token]) expect(kept.filter((all) => all.includes(text))).toHaveLength(0)
    const { db } = product.server.services.store
    const hashes = (await db.selectFrom('user').select('password_hash').where('username', 'like', 'canary-%').execute()).map(
      (row) => row.password_hash,
    )
    expect(new Set(hashes).size).toBe(3)
    const strength = hashes.map((hash) => /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash)?.slice(1).map(Number))
    for (const [m = 0, t = 0, p = 0] of strength as number[][]) expect([m >= 19_456, t >= 2, p >= 1]).toEqual([true, true, true])
    const item = await db.selectFrom('item').select('password_hash').where('item_id', '=', Number(item_id)).executeTakeFirst()
    expect(item?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('S23: no call accepts a session token in the URL', async () => {
    const world = await makeWorld(product)
    const token = world.alice.token
    for (const sample of everySample.filter(({ call }) => call.access !== 'visitor')) {
      const request = requestOf(sample, sample.fields(world), {})
      for (const query of [
        `user_token=${token}`,
        `user_token=${token}&redirect_login=false`,
        `authorization=Bearer+${token}`,
        `sheaf_session=${token}`,
      ]) {
        const reply = await product.send({ ...request, url: `${request.url}?${query}` })
        expect([sample.path, reply.json()]).toMatchObject([sample.path, { error_code: 10102, data: null }])
      }
    }
    expect(await world.alice.api.user.info({})).toMatchObject({ uid: world.alice.uid })
  })
})
