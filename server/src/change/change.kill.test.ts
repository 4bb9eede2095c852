import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'

const text = /^update page set [\s\S]*version = version \+ 1/
const note = /^insert into change/
const seen = /^update change set seq/

const moments: [name: string, moment: Moment, isThere: boolean][] = [
  ['between the text and its entry', ['before', text, note], false],
  ['between the entry and the commit', ['before', text, note, /^commit$/], false],
  ['after the commit, before the answer', ['after', text, note, /^commit$/], true],
]

it.each(databases)(
  'R26: a save on %s and its entry in the log of changes exist together or not at all if the server crashes',
  async (kind) => {
    const server = await aServerToKill(kind)
    await server.start(moments[0]?.[1])
    const { item_id } = await server.call('item/add', { item_name: 'Saves' })
    const fields = (n: number) => ({ page_title: `P${n}`, page_content: `save ${n}` })
    const { page_id } = await server.call('page/save', { item_id, ...fields(0) })
    const state = () =>
      server.look(async ({ db }) => {
        const page = db.selectFrom('page').select(['version', 'page_title as title']).where('page_id', '=', Number(page_id))
        const noted = db.selectFrom('change').select(['version_to as version', 'title']).where('page_id', '=', Number(page_id))
        return [await page.execute(), await noted.execute()]
      })
    let version = 1
    for (const [n, [name, , isThere]] of moments.entries()) {
      await server.diesIn('page/save', { page_id, ...fields(n + 1) })
      await server.start(moments[n + 1]?.[1])
      if (isThere) version = n + 2
      const expected = [{ version: isThere ? 2 : 1, title: isThere ? `P${n + 1}` : 'P0' }]
      expect(await state(), name).toEqual([expected, expected])
    }
    expect(version).toBe(moments.length + 1)
  },
)

it.each(databases)(
  'R26: a change on %s whose meaning is not found when the server ends is announced by the next one, once',
  async (kind) => {
    const server = await aServerToKill(kind)
    await server.start(['before', seen, /^commit$/])
    const { item_id } = await server.call('item/add', { item_name: 'Saves' })
    await server.call('page/save', { item_id, page_title: 'P', page_content: 'text' })
    const rows = () => server.look(({ db }) => db.selectFrom('change').select(['seq', 'detail']).execute())
    // The server ends itself while it announces the change.
    await expect.poll(() => server.call('item/myList', {}).catch(() => 'ended')).toBe('ended')
    expect(await rows()).toEqual([{ seq: null, detail: null }])
    await server.start()
    await expect.poll(rows).toEqual([{ seq: 1, detail: '[]' }])
  },
)
