import { beforeAll, describe, expect, it } from 'vitest'
import { inside } from './inside.ts'
import { onEachDatabase } from './product.ts'
import { requestOf } from './request.ts'
import { type EverySample, everySample } from './samples.ts'
import { makeWorld, type World, worldFor } from './samples.world.ts'

const texts = [`'`, `"`, '\\', '%', '_', '\0', ';--', `' or '1'='1`, '{{7*7}}', '\u202e\u200b', '\ud800', 'x'.repeat(10_000)]
const numbers = [`1'`, '1 OR 1=1', '1e2', '0x1', '-1', '9223372036854775808', '2147483648', '٣', '1.0']
/** Fields whose text is a number of something. What is no number is no order either, and nothing is refused for it. */
const isNumber = (name: string) =>
  /_id$|^(page_id|item_type|base_version|size)$/.test(name) && !['request_id', 'item_id', 'notice_type'].includes(name)

onEachDatabase('every field', (product) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(product)
  })

  const fieldsOf = ({ call }: EverySample) => Object.keys(call.input.shape)
  /** Whoever the call is for. */
  const headersFor = ({ call }: EverySample) => (call.access === 'admin' ? product.admin : world.alice).headers
  const ask = async (sample: EverySample, fields: Record<string, string>) => {
    const reply = await product.send(requestOf(sample, fields, headersFor(sample)))
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.body.replaceAll(/"html":"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(inside)
    return reply
  }
  /** Writes that go through would take away what the next one needs. */
  const inWorld = async (sample: EverySample) => {
    if (sample.call.kind === 'write') world = await worldFor(product, sample, world)
    return sample.fields(world)
  }
  const codeOf = (reply: Awaited<ReturnType<typeof ask>>) =>
    String(reply.headers['content-type']).startsWith('application/json') ? reply.json<{ error_code: number }>().error_code : 0

  const named = everySample.filter((sample) => fieldsOf(sample).length)

  describe.each(named)('$path', (sample) => {
    it('names every field in its sample, or leaves it out on purpose', () => {
      const known = [...fieldsOf(sample), 'password']
      expect(Object.keys(sample.fields(world)).filter((name) => !known.includes(name))).toEqual([])
    })

    it('S51: takes signs for what they are', async () => {
      const fields = await inWorld(sample)
      for (const name of fieldsOf(sample)) {
        for (const text of texts) await ask(sample, { ...fields, [name]: text })
        for (const number of numbers) {
          const code = codeOf(await ask(sample, { ...fields, [name]: number }))
          if (isNumber(name)) expect([name, number, code]).toEqual([name, number, 10101])
        }
      }
    })

    it('S54: refuses a field that comes twice or in another shape', async () => {
      const fields = await inWorld(sample)
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
        for (const request of requests) {
          const reply = await product.send({ method: 'POST', url: `/api/${sample.path}`, ...request })
          expect([name, codeOf(reply)]).toEqual([name, 10101])
        }
      }
    })
  })

  it('S54: a body is stronger than the address, for the right and for the effect alike', async () => {
    const other = await makeWorld(product)
    const reply = await product.send({
      method: 'POST',
      url: `/api/item/detail?item_id=${world.item_id}`,
      payload: `item_id=${other.item_id}`,
      headers: { ...world.alice.headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.json()).toMatchObject({ error_code: 10303, data: null })
  })

  it('S54: names with brackets are other names', async () => {
    for (const name of ['page_id[]', 'page_id[$ne]', 'page_id[0]', 'PAGE_ID', ' page_id'])
      expect((await product.send({ url: `/api/page/info?${encodeURIComponent(name)}=${world.page_id}` })).json()).toMatchObject({
        error_code: 10101,
      })
  })
})
