import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { makeWorld, type World, worldFor } from '../samples/samples.world.ts'
import * as known from './differences.ts'

/*
 * The real answers of the recorded calls contain every field that clients read, in the recorded type. Lists can be empty here;
 * exchanges.test.ts compares the fields of their rows by declaration.
 */
const file = fileURLToPath(new URL('../../../../testdata/wire/types.json', import.meta.url))
const types = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
const wantedOf = ({ path }: EverySample) =>
  Object.entries(types).find(([name]) => name.toLowerCase() === path.replace('/', '.').toLowerCase()) ?? ['', {}]
/** Calls with recorded types. Mocks answer with user content, so they are left out. */
const concerned = everySample.filter((sample) => !sample.call.open && Object.keys(wantedOf(sample)[1]).length)

const nameOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** The values at a path such as `data.list[].file_id`; undefined for an object without the field. */
function valuesAt(answer: unknown, path: string): unknown[] {
  let current: unknown[] = [answer]
  for (const step of path.match(/\(body\)|\[\]|[^.[\]]+/g) ?? []) {
    if (step === '(body)') continue
    current = current.flatMap((value) => {
      if (step === '[]') return Array.isArray(value) ? value : []
      return typeof value === 'object' && value && !Array.isArray(value) ? [(value as Record<string, unknown>)[step]] : []
    })
  }
  return current
}

/** Fields that are missing or have another type. A field recorded only as null can have any type. */
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
  onEachDatabase('have the fields that clients read', (product) => {
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
      // Some samples are refused, because this world lacks the data they need.
      if (answer.error_code) return
      const excused = [...Object.keys(known.fields[name] ?? {}), ...(known.sometimes[name] ?? [])]
      expect(wrongIn(answer, wanted).filter((field) => !excused.includes(field))).toEqual([])
    })
  })
})
