import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EveryRow, everyRow } from './rows.ts'
import { rules } from './rules.ts'
import { headersOf, type MatrixUsers, makeUsers } from './users.ts'
import { makeWorld, type World } from './world.ts'

/** These calls reveal that an item exists, because they open the password screen (W8). No other call does. */
const PASSWORD_SCREEN = /^(item\/info|page\/info|page\/view)$/
const casesRefusedToU = (row: EveryRow) =>
  row.cases.filter((one) => !one.once && !rules[one.who]('U', { state: 'private', type: 1 }, one.at ?? 'own'))
const concerned = everyRow.filter((row) => !PASSWORD_SCREEN.test(row.path) && casesRefusedToU(row).length)

/** A copy of the world with ids that do not exist. */
function nowhere(world: World, people: MatrixUsers): World {
  const blank = (value: unknown): unknown => {
    if (typeof value === 'object' && value) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blank(one)]))
    return /^\d+$/.test(String(value)) ? '2000000001' : typeof value === 'string' ? [...value].reverse().join('') : value
  }
  return { ...(blank(world) as World), people }
}

onEachDatabase('ids give no right', (product) => {
  let people: MatrixUsers
  const worlds: World[] = []
  beforeAll(async () => {
    people = await makeUsers(product)
    for (const state of ['private', 'deleted'] as const) worlds.push(await makeWorld(product, people, { state, type: 1 }))
    worlds.push(nowhere(worlds[0] as World, people))
  })

  it.each(concerned)('W8, S43: $path answers the same for a private, a deleted and a missing target', async (row) => {
    const headers = await headersOf(product, people.U, worlds[0] as World)
    for (const one of casesRefusedToU(row)) {
      const answers = []
      for (const world of worlds) {
        const fields = one.fields?.(world, people.U) ?? {}
        const reply = await product.send(requestOf({ ...row, file: undefined, writes: [], fields: () => fields }, fields, headers))
        answers.push([reply.statusCode, reply.body])
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
  })
})
