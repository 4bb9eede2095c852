import { join } from 'node:path'
import type { FirstStep } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { insertItem } from '../content/item.store.ts'
import { openStore } from '../db/dialect.ts'
import { migrate, steps } from '../db/migrate.ts'
import { anItem } from '../test/given.ts'
import { command, folder, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'

onEachDatabase('the first steps of a site', (product) => {
  const states = async () =>
    Object.fromEntries(
      (await product.admin.api.adminOverview.firstSteps({})).map(({ step, state, fact }) => [step, `${state} ${fact}`.trim()]),
    )
  const mark = (step: FirstStep | 'all', state: 'open' | 'done' | 'skipped') => product.admin.api.adminOverview.markStep({ step, state })

  it('are open on a new site, and done by what is true', async () => {
    expect(await states()).toEqual({ address: 'open', register: 'open 1', mail: 'open', backup: 'open', item: 'open' })
    const { config } = product.server.services
    Object.assign(config, { PUBLIC_URL: 'https://docs.example.com', SMTP_URL: 'smtp://127.0.0.1:1' })
    await product.admin.api.adminSetting.saveConfig({ register_open: '0' })
    await anItem(product.admin)
    expect(await states()).toEqual({
      address: 'done https://docs.example.com',
      register: 'done 0',
      mail: 'done 1',
      backup: 'open',
      item: 'done 1',
    })
    Object.assign(config, { PUBLIC_URL: undefined, SMTP_URL: undefined })
  })

  it('know a backup that sheaf backup has made', async () => {
    expect(await states()).toMatchObject({ backup: 'open' })
    expect((await command(['backup', '-'], settingsOf(product))).code).toBe(0)
    await expect.poll(states).toMatchObject({ backup: expect.stringMatching(/^done \d{10}$/) })
  })

  it('are skipped and reopened by hand; nothing is left when all are done or skipped', async () => {
    await mark('mail', 'skipped')
    expect(await states()).toMatchObject({ mail: 'skipped', address: 'open' })
    await mark('mail', 'open')
    expect(await states()).toMatchObject({ mail: 'open' })
    await mark('mail', 'skipped')
    await mark('address', 'done')
    expect(await states()).toEqual({})
    await mark('address', 'open')
    expect(await states()).toMatchObject({ address: 'open', mail: 'skipped' })
  })

  it('are closed for all administrators, and are not for others', async () => {
    await mark('all', 'done')
    expect(await states()).toEqual({})
    await mark('all', 'open')
    expect(await states()).toMatchObject({ address: 'open' })
    const user = await product.user('alice')
    await expect(user.api.adminOverview.firstSteps({})).rejects.toMatchObject({ code: 10103 })
    await expect(user.api.adminOverview.markStep({ step: 'mail', state: 'done' })).rejects.toMatchObject({ code: 10103 })
  })
})

it.each([
  // Search engines list none of its items by kind (docs/decisions/0069).
  [
    'a site with items',
    1,
    [
      { name: 'first_step.all', value: 'skipped' },
      { name: 'index_default', value: 'none' },
    ],
  ],
  ['a site without items', 0, []],
])('an update of %s decides whether there are first steps', async (_name, items, settings) => {
  const store = openStore(join(folder(), 'sheaf.db'))
  await migrate(
    store,
    steps.slice(
      0,
      steps.findIndex(({ name }) => name === '0021-items'),
    ),
  )
  const item = { item_name: 'Old', item_description: '', item_domain: '', item_type: 1, uid: 1, password_hash: '', password_stamp: '' }
  for (let n = 0; n < items; n++) await insertItem(store.db, item, 100)
  await migrate(store)
  expect(await store.db.selectFrom('site_config').selectAll().orderBy('name').execute()).toEqual(settings)
  await store.close()
})
