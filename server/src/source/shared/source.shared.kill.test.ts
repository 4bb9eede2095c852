import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../../test/process/crash.ts'

const reply = (schema: object) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } })
const ref = { $ref: '#/components/schemas/Line' }
/** More operations than one step composes. */
const OPERATIONS = 60
const description = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, n) => [
      `/lines-${n}`,
      { get: { operationId: `read${n}`, tags: ['Lines'], responses: reply(ref) } },
    ]),
  ),
  components: { schemas: { Line: { properties: { sku: { type: 'string', description: 'The article' } } } } },
})

const noted = /^(?:insert into|update) "?source_renewal/
const text = /^update "page" set "page_content"/
const done = /^update "source_renewal" set "done_seq"/

const moments: [name: string, moment: Moment, shown: number][] = [
  ['in the first step', ['before', text, text, text, /^commit$/], 0],
  ['after some steps', ['after', ...Array<RegExp>(25).fill(text), /^commit$/], 1],
  ['after all steps, before the note of it', ['before', ...Array<RegExp>(OPERATIONS).fill(text), done], OPERATIONS],
]

it.each(databases)('words about a schema on %s are on all pages after a server has ended while it composed them', async (kind) => {
  const server = await aServerToKill(kind)
  await server.start()
  const { item_id } = await server.call('item/add', { item_name: 'Shop' })
  const form = new FormData()
  for (const [name, value] of Object.entries({ item_id, name: 'shop', views: 'all' })) form.set(name, value)
  form.set('file', new Blob([description]), 'shop.json')
  await server.call('source/add', form)
  const page = await server.look(({ db }) =>
    db.selectFrom('page').select('page_id').where('page_title', '=', 'Line').executeTakeFirstOrThrow(),
  )
  const state = (words: string) =>
    server.look(async ({ db }) => {
      const pages = await db.selectFrom('page').select('page_content').where('method', '=', 'GET').execute()
      const [renewal] = await db.selectFrom('source_renewal').selectAll().execute()
      return { shown: pages.filter((one) => one.page_content.includes(words)).length, isDone: renewal?.seq === renewal?.done_seq }
    })
  for (const [n, [name, moment, shown]] of moments.entries()) {
    const words = `Words ${n}.`
    const [when, ...steps] = moment
    await server.start([when, noted, ...steps])
    await server.call('source/saveWords', { page_id: page.page_id, path: 'fields.sku', words, mode: 'replace' })
    await expect.poll(() => server.call('item/myList', {}).catch(() => 'ended')).toBe('ended')
    const left = await state(words)
    expect(left.isDone, name).toBe(false)
    if (shown === 1) expect(left.shown > 0 && left.shown < OPERATIONS, `${name}: ${left.shown}`).toBe(true)
    else expect(left.shown, name).toBe(shown)
    await server.start()
    await expect.poll(() => state(words)).toEqual({ shown: OPERATIONS, isDone: true })
  }
})
