import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'
import { description } from './test/orders.ts'

/** Operations before and after: one is changed, one is new, two are gone. */
const before = Array.from({ length: 40 }, (_, n) => ({
  path: `/things/${n}`,
  method: 'post',
  id: `thing${n}`,
  summary: `Thing ${n}`,
  quantity: 'Pieces',
}))
const after = [
  { ...before[0]!, quantity: 'Whole pieces' },
  ...before.slice(1, 38),
  { path: '/new', method: 'post', id: 'new', summary: 'New', quantity: 'Pieces' },
]

const hidden = /^insert into "item" /
const staged = /^insert into "page" /
const parts = /^insert into "source_part" /
const changed = /^update "source_part" set /
const gone = /^insert into "recycle" /
const shown = /^update "source" set /

const first: [name: string, moment: Moment][] = [
  ['before anything is written', ['before', hidden]],
  ['while the new pages are hidden', ['after', hidden, staged]],
  ['when the new parts are written', ['after', hidden, staged, parts]],
  ['when all is written, before the commit', ['before', hidden, staged, parts, shown, /^commit$/]],
  ['after the commit, before the answer', ['after', hidden, staged, parts, shown, /^commit$/]],
]

const next: typeof first = [
  ['while the new page is hidden', ['after', hidden, staged]],
  ['when a part is changed', ['after', staged, changed]],
  ['when pages are in the recycle bin', ['after', staged, changed, gone]],
  ['when all is written, before the commit', ['before', staged, gone, shown, /^commit$/]],
  ['after the commit, before the answer', ['after', staged, gone, shown, /^commit$/]],
]

const form = (fields: Record<string, string>, bytes: Buffer) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([new Uint8Array(bytes)]), 'things.json')
  return body
}

it.each(databases)('R126: a sync on %s is shown whole or not at all when the server is killed, and the same push ends it', async (kind) => {
  const server = await aServerToKill(kind)
  // What differs between the databases is the transaction at the end.
  const isFirst = kind === databases[0]
  const of = (all: typeof first) => (isFirst ? all : all.slice(-2))
  const moments = [...of(first), ...of(next)]
  const moment = (n: number) => moments[n]?.[1]
  await server.start()
  const { item_id } = (await server.call('item/add', { item_name: 'Things' })) as { item_id: string }
  await server.start(moment(0))
  const sources = async () => (await server.call('source/list', { item_id })) as { source_id: string; seq: string }[]
  /** What a reader sees: the version, and the titles and texts of all pages. */
  async function seen() {
    const [source] = await sources()
    const { menu } = (await server.call('item/info', { item_id })) as { menu: { pages: object[]; catalogs: { pages: object[] }[] } }
    const pages = [...menu.pages, ...menu.catalogs.flatMap((one) => one.pages)] as { page_id: string; page_title: string }[]
    const texts: string[] = []
    for (const { page_id, page_title } of pages.slice(0, 3))
      texts.push(`${page_title}: ${((await server.call('page/info', { page_id })) as { page_content: string }).page_content}`)
    return { seq: source?.seq ?? '0', titles: pages.map((one) => one.page_title), texts }
  }
  const add = () => form({ item_id, name: 'things', title: 'Things', request_id: 'the-first-version' }, description(before))
  let n = 0
  for (const [name] of of(first)) {
    await server.diesIn('source/add', add())
    await server.start(moment(++n))
    const state = await seen()
    expect([state.seq, state.titles.length], name).toEqual(name.startsWith('after the commit') ? ['1', 41] : ['0', 0])
  }
  const old = await seen()
  const source_id = (await sources())[0]?.source_id ?? ''
  const push = () => form({ source_id }, description(after))
  for (const [name] of of(next)) {
    await server.diesIn('source/push', push())
    await server.start(moment(++n))
    const state = await seen()
    if (name.startsWith('after the commit')) expect([state.seq, state.titles.length], name).toEqual(['2', 40])
    else expect(state, name).toEqual(old)
  }
  const whole = await seen()
  expect(whole.texts.join()).toContain('Whole pieces')
  expect(whole.titles).toContain('New')
  expect(await server.call('source/push', push())).toMatchObject({ state: 'same' })
  expect(await seen()).toEqual(whole)
})
