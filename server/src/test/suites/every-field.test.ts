import { beforeAll, describe, expect, it } from 'vitest'
import { internalDetails } from '../internal-details.ts'
import { isForAll, onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { LEAVES_WORLD, makeWorld, type World, worldFor } from '../samples/samples.world.ts'

/** What databases, templates and screens can treat differently: together in one text, and what a text cannot contain in another one. */
const few = [`'"\\%_;-- or '1'='1{{7*7}}\u202e\u200b`, '\0\ud800', 'x'.repeat(10_000)]
/** With FULL=1, each by itself. */
const texts = process.env['FULL'] === '1' ? [...few, `'`, `"`, '\\', '%', '_', '\0', ';--', `' or '1'='1`, '{{7*7}}', '\ud800'] : few
/** contract/src/every-field.test.ts covers numeric fields, which refuse these. In other fields they are texts or counts. */
const numbers = [`1'`, '-1', '9223372036854775808']
onEachDatabase('every field', (product, kind) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(product)
  })

  const fieldsOf = ({ call }: EverySample) => Object.keys(call.input.shape)
  const isAccepted = ({ call }: EverySample, name: string, text: string) =>
    Object.entries(call.input.shape).some(([one, field]) => one === name && field.safeParse(text).success)
  /** A session with access to the call. */
  const headersFor = ({ call }: EverySample) => (call.access === 'admin' ? product.admin : world.alice).headers
  const request = async (sample: EverySample, fields: Record<string, string>) => {
    const reply = await product.send(requestOf(sample, fields, headersFor(sample)))
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.body.replaceAll(/"html":"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(internalDetails)
    return reply
  }
  /** A successful write can delete what the next request needs. */
  let isUsedUp = false
  const inWorld = async (sample: EverySample) => {
    const { call, path } = sample
    if (isUsedUp || path.startsWith('user/')) world = await worldFor(product, sample, world)
    isUsedUp = call.kind === 'write' && !LEAVES_WORLD.test(path)
    return sample.fields(world)
  }
  const codeOf = (reply: Awaited<ReturnType<typeof request>>) =>
    String(reply.headers['content-type']).startsWith('application/json') ? reply.json<{ error_code: number }>().error_code : 0

  const named = everySample.filter((sample) => fieldsOf(sample).length)

  describe.each(named)('$path', (sample) => {
    /** Valid fields in a world that the tests of this call share: those that are refused change nothing. */
    let fields: Record<string, string>
    beforeAll(async () => {
      fields = await inWorld(sample)
    })

    // These are refused before any database query, so one database is enough.
    if (isForAll(kind)) {
      it('has no unknown field in its sample', () => {
        const known = [...fieldsOf(sample), 'password']
        expect(Object.keys(sample.fields(world)).filter((name) => !known.includes(name))).toEqual([])
      })

      it('S54: refuses a field that is repeated or has another shape', async () => {
        for (const name of fieldsOf(sample)) {
          const given = fields[name] ?? 'x'
          const body = new URLSearchParams(fields)
          body.delete(name)
          const headers = { ...headersFor(sample), 'content-type': 'application/x-www-form-urlencoded' }
          const json = { ...headersFor(sample), 'content-type': 'application/json' }
          const requests = [
            { headers, payload: `${body}&${name}=${encodeURIComponent(given)}&${name}=2` },
            { headers: json, payload: JSON.stringify({ ...fields, [name]: [given] }) },
            { headers: json, payload: JSON.stringify({ ...fields, [name]: { $ne: given } }) },
          ]
          for (const refused of requests) {
            const reply = await product.send({ method: 'POST', url: `/api/${sample.path}`, ...refused })
            expect([name, codeOf(reply)]).toEqual([name, 10101])
          }
        }
      })
    }

    it('S51: treats special characters as plain text', async () => {
      for (const name of fieldsOf(sample)) {
        // What the declaration refuses reaches no query; contract/src/every-field.test.ts covers it.
        const sent = (isForAll(kind) ? [...texts, ...numbers] : texts).filter((text) => isAccepted(sample, name, text))
        for (const text of sent) await request(sample, { ...fields, [name]: text })
      }
    })
  })

  it('S54: a field of the body overrides the URL, both for the right and for the effect', async () => {
    const other = await makeWorld(product)
    const reply = await product.send({
      method: 'POST',
      url: `/api/item/detail?item_id=${world.item_id}`,
      payload: `item_id=${other.item_id}`,
      headers: { ...world.alice.headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.json()).toMatchObject({ error_code: 10303, data: null })
  })

  it('S54: a name with brackets is another field', async () => {
    for (const name of ['page_id[]', 'page_id[$ne]', 'page_id[0]', 'PAGE_ID', ' page_id'])
      expect((await product.send({ url: `/api/page/info?${encodeURIComponent(name)}=${world.page_id}` })).json()).toMatchObject({
        error_code: 10101,
      })
  })
})
