import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onEachDatabase, PASSWORD } from '../test/product.ts'
import { prepareSetup } from './setup.ts'

onEachDatabase(
  'S04: the set-up link',
  (product) => {
    const setup = (fields: Record<string, string>) => {
      const visitor = product.visitor()
      return visitor.api.user.setup({
        token: product.server.setup ?? '',
        password: PASSWORD,
        confirm_password: PASSWORD,
        username: 'root',
        ...fields,
      })
    }
    const administrators = () => product.server.services.store.db.selectFrom('user').select('username').where('groupid', '=', 1).execute()
    const boot = async () => {
      const { body } = await product.send({ url: '/user/login', headers: { accept: 'text/html' } })
      return JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? 'null')
    }
    const secret = () => join(product.folder, 'setup-secret')

    it('is printed while there is no administrator, and does not change after a restart', async () => {
      expect(product.server.setup).toMatch(/^[0-9a-f]{48}$/)
      expect(await prepareSetup(product.server.services)).toBe(product.server.setup)
      if (product.server.services.store.kind === 'sqlite') expect(readFileSync(secret(), 'utf8').trim()).toBe(product.server.setup)
    })

    it.each([
      ['showdoc', '123456'],
      ['admin', 'admin'],
    ])('does not create the account %s/%s', async (username, password) => {
      await expect(product.visitor().api.user.login({ username, password })).rejects.toMatchObject({ code: 10204 })
    })

    it('visitors see that there is no administrator yet', async () => expect(await boot()).toMatchObject({ unclaimed: true }))

    it('refuses a wrong secret, an invalid name and an invalid password', async () => {
      for (const token of ['', 'x', `${product.server.setup}0`]) await expect(setup({ token })).rejects.toMatchObject({ code: 10101 })
      await expect(setup({ username: 'r' })).rejects.toMatchObject({ code: 10101 })
      await expect(setup({ password: '123456', confirm_password: '123456' })).rejects.toMatchObject({ code: 10101 })
      await expect(setup({ confirm_password: '' })).rejects.toMatchObject({ code: 10101 })
      expect(await administrators()).toEqual([])
    })

    it('works once, even with concurrent requests', async () => {
      const results = await Promise.allSettled(
        ['root', 'boss', 'chief', 'queen', 'king', 'duke', 'earl', 'lord'].map((username) => setup({ username })),
      )
      const won = results.filter((result) => result.status === 'fulfilled')
      expect(won).toHaveLength(1)
      expect(won[0]?.value).toMatchObject({ groupid: '1' })
      expect(await boot()).not.toHaveProperty('unclaimed')
      expect(await administrators()).toEqual([{ username: won[0]?.value.username }])
    })

    it('is invalid afterwards, even after a restart', async () => {
      expect(existsSync(secret())).toBe(false)
      await expect(setup({ username: 'late' })).rejects.toMatchObject({ code: 10101 })
      expect(await prepareSetup(product.server.services)).toBeUndefined()
      await expect(setup({ username: 'later' })).rejects.toMatchObject({ code: 10101 })
    })
  },
  { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' },
)

onEachDatabase('S04: set-up by the environment', (product) => {
  it('creates the administrator and no link', async () => {
    expect(product.server.setup).toBeUndefined()
    expect(await product.admin.api.user.info({})).toMatchObject({ username: 'admin', groupid: '1' })
    for (const token of ['', 'undefined', 'null'])
      await expect(
        product.visitor().api.user.setup({ token, username: 'root', password: PASSWORD, confirm_password: PASSWORD }),
      ).rejects.toMatchObject({ code: 10101 })
  })
})
