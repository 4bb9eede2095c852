import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'

const [texts, shown] = [/^update "page" set "page_content"|^insert into "page" /, /^update "item" set "is_del"/]

/** Moments at which the server is killed, and whether the copy is there after a restart. */
const moments: [name: string, moment: Moment, isThere: boolean][] = [
  ['between two transactions of pages', ['after', texts, /^commit$/, texts], false],
  ['before the commit that shows it', ['before', shown, /^commit$/], false],
  ['after that commit, before the response', ['after', shown, /^commit$/], true],
]

it.each(databases)('a copy of an item on %s is complete or absent when the server is killed, and a second try makes it', async (kind) => {
  const server = await aServerToKill(kind)
  await server.start()
  const { item_id } = await server.call('item/add', { item_name: 'Source' })
  for (let n = 0; n < 20; n++) await server.call('page/save', { item_id, page_title: `Page ${n}`, page_content: `text ${n}` })
  for (const [n, [name, moment, isThere]] of moments.entries()) {
    const item_domain = `copy${n}`
    const copy = { item_name: item_domain, copy_item_id: item_id, item_domain }
    await server.start(moment)
    await server.diesIn('item/add', { ...copy, request_id: `copy-request-${n}` })
    await server.start()
    const list = await server.call('item/myList', {})
    expect(list.filter((one: { item_name: string }) => one.item_name === item_domain).length, name).toBe(isThere ? 1 : 0)
    if (!isThere) await server.call('item/add', copy)
    const { menu } = await server.call('item/info', { item_id: item_domain })
    expect(menu.pages.length, name).toBe(20)
  }
})
