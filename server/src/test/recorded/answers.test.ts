import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { makeWorld, type World, worldFor } from '../samples/samples.world.ts'
import * as known from './differences.ts'

/*
 * What really comes back from the calls that were recorded: every field that clients read, in the type they read it in. Lists may be
 * empty here; what their rows hold is compared by its declaration (recorded.test.ts).
 */
const file = fileURLToPath(new URL('../../../../testdata/wire/types.json', import.meta.url))
const types = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
const wantedOf = ({ path }: EverySample) =>
  Object.entries(types).find(([name]) => name.toLowerCase() === path.replace('/', '.').toLowerCase()) ?? ['', {}]
/** What a mock answers is what somebody wrote. */
const concerned = everySample.filter((sample) => !sample.call.open && Object.keys(wantedOf(sample)[1]).length)

const nameOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** The values behind `data.list[].file_id`; undefined where an object has no such field. */
function valuesAt(answer: unknown, path: string): unknown[] {
  let here: unknown[] = [answer]
  for (const step of path.match(/\(body\)|\[\]|[^.[\]]+/g) ?? []) {
    if (step === '(body)') continue
    here = here.flatMap((value) => {
      if (step === '[]') return Array.isArray(value) ? value : []
      return typeof value === 'object' && value && !Array.isArray(value) ? [(value as Record<string, unknown>)[step]] : []
    })
  }
  return here
}

/** Fields that are not there or are something else; one that was never set there may be anything here. */
function wrongIn(answer: unknown, wanted: Record<string, string>): string[] {
  return Object.entries(wanted).flatMap(([path, type]) => {
    const isList = path.endsWith('[]')
    const where = isList ? path.slice(0, -2) : path
    const names = isList ? ['array', 'object', ...(wanted[where]?.split('|') ?? [])] : type.split('|')
    const isFine = (value: unknown) => type === 'null' || names.includes(nameOf(value)) || (!isList && Object(value) === value)
    const wrong = valuesAt(answer, where).filter((value) => !isFine(value))
    return wrong.length ? [`${path}: ${type}`] : []
  })
}

describe('recorded answers', () => {
  onEachDatabase('what clients read', (product) => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(product)
    })

    it.each(concerned)('$path', async (sample) => {
      const [name, wanted] = wantedOf(sample)
      const place = sample.call.kind === 'write' ? await worldFor(product, sample, world) : world
      const { headers } = sample.call.access === 'admin' ? product.admin : place.alice
      const reply = await product.send(requestOf(sample, sample.fields(place), headers))
      const answer = reply.json<{ error_code?: number }>()
      // Some samples stand for a refusal: what they need is not in this world.
      if (answer.error_code) return
      const excused = [...Object.keys(known.fields[name] ?? {}), ...(known.sometimes[name] ?? [])]
      expect(wrongIn(answer, wanted).filter((field) => !excused.includes(field))).toEqual([])
    })
  })
})
