import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { headersOf, makePeople, type People } from './people.ts'
import { type EveryRow, everyRow } from './rows.ts'
import { rules } from './rules.ts'
import { makeWorld, type World } from './world.ts'

/** The password screen opens for what is there (W8); these tell that much, and nothing else does. */
const OPENS = /^(item\/info|page\/info|page\/view)$/
const stranger = (row: EveryRow) =>
  row.cases.filter((one) => !one.once && !rules[one.who]('U', { state: 'private', type: 1 }, one.at ?? 'own'))
const concerned = everyRow.filter((row) => !OPENS.test(row.path) && stranger(row).length)

/** A world of ids that nothing has. */
function nowhere(world: World, people: People): World {
  const blank = (value: unknown): unknown => {
    if (typeof value === 'object' && value) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blank(one)]))
    return /^\d+$/.test(String(value)) ? '2000000001' : typeof value === 'string' ? [...value].reverse().join('') : value
  }
  return { ...(blank(world) as World), people }
}

onEachDatabase('ids are no right', (product) => {
  let people: People
  const worlds: World[] = []
  beforeAll(async () => {
    people = await makePeople(product)
    for (const state of ['private', 'deleted'] as const) worlds.push(await makeWorld(product, people, { state, type: 1 }))
    worlds.push(nowhere(worlds[0] as World, people))
  })

  it.each(concerned)('W8, S43: $path says the same of a private, a deleted and a missing one', async (row) => {
    const headers = await headersOf(product, people.U, worlds[0] as World)
    for (const one of stranger(row)) {
      const said = []
      for (const world of worlds) {
        const fields = one.fields?.(world, people.U) ?? {}
        const reply = await product.send(requestOf({ ...row, file: undefined, writes: [], fields: () => fields }, fields, headers))
        said.push([reply.statusCode, reply.body])
      }
      expect(said[1]).toEqual(said[0])
      expect(said[2]).toEqual(said[0])
    }
  })
})
