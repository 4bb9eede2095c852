import { render } from '@sheaf/markdown'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dangers } from '../../../../markdown/src/test/dangers.ts'
import { assertProperty } from '../../../../test/random.ts'
import { pagesOf } from '../../import/test/plan-sample.ts'
import { fitLevels } from '../../import-plan/plan.ts'
import { planHar } from '../har/har.ts'
import { planPostman } from './postman.ts'
import { everything, version1Sample } from './test/postman-sample.ts'

const file = { name: 'x.json', text: '', language: 'en' as const }

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    '{{',
    '}}',
    '```',
    ':::',
    '|',
    '<script>',
    '\0',
    '\uD800',
    '__proto__',
    'constructor',
    -1,
    1e308,
    true,
    [[[]]],
    {},
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** A valid value with random unexpected parts. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  const parts = Array.isArray(value)
    ? fc.tuple(...value.map(broken))
    : typeof value === 'object' && value !== null
      ? fc.record(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, broken(one)])), { requiredKeys: [] })
      : fc.constant(value)
  return fc.oneof({ weight: 30, arbitrary: parts }, { weight: 1, arbitrary: odd })
}

const entry = {
  request: {
    method: 'POST',
    url: 'https://x.test/a/1?b=2',
    headers: [{ name: 'Cookie', value: 'a=1' }],
    queryString: [{ name: 'b', value: '2' }],
    cookies: [{ name: 'a', value: '1' }],
    postData: { mimeType: 'application/json', text: '{"a":[{"b":1}]}', params: [] },
  },
  response: {
    status: 200,
    headers: [{ name: 'X-A', value: '1' }],
    content: { mimeType: 'application/json', text: '{"c":null}', encoding: '' },
  },
}

it.each([
  ['collections of version 2', everything, planPostman],
  ['collections of version 1', version1Sample, planPostman],
  ['HAR recordings', { log: { entries: [entry, entry] } }, planHar],
] as const)(
  'imports hostile %s without an error',
  (_, sample, plan) => {
    assertProperty(
      fc.property(broken(sample), (value) => {
        const result = plan(
          (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, unknown>,
          file,
        )
        const root = fitLevels(result.root, 3, result.skipped)
        structuredClone(result)
        for (const { title, content } of pagesOf(root).values()) {
          expect(title.length).toBeGreaterThan(0)
          expect(title.length).toBeLessThanOrEqual(255)
          expect(content).not.toMatch(/[\0\p{Surrogate}]/u)
        }
      }),
      { numRuns: 300 },
    )
  },
  60_000,
)

it('imports texts of any size and nesting depth', () => {
  let deep: object = { name: 'r', request: 'https://x.test' }
  for (let n = 0; n < 5000; n++) deep = { name: `${n}`, item: [deep] }
  const plan = planPostman({ info: { name: 'x' }, item: [deep] }, file)
  expect(fitLevels(plan.root, 3, plan.skipped).catalogs).toHaveLength(1)
  expect(plan.skipped.some(({ reason }) => reason === 'depth')).toBe(true)
  let json = '1'
  for (let n = 0; n < 3000; n++) json = `{"a":[${json}]}`
  const signs = [
    '`'.repeat(200_000),
    '`a'.repeat(100_000),
    '{{'.repeat(100_000),
    '[['.repeat(100_000),
    '<'.repeat(200_000),
    ': '.repeat(100_000),
    'a=&'.repeat(60_000),
    '/:a'.repeat(50_000),
  ]
  for (const text of [json, ...signs]) {
    const item = {
      name: text,
      description: text,
      request: { method: text, url: text, header: text, description: text, body: { mode: 'raw', raw: text } },
      event: [{ script: { exec: text } }],
    }
    expect(pagesOf(planPostman({ info: { name: text, description: text }, item: [item] }, file).root).size).toBeGreaterThan(0)
    planHar(
      {
        log: {
          entries: [
            {
              request: {
                method: 'POST',
                url: `https://x.test/${text}`,
                headers: [{ name: text, value: text }],
                postData: { text, mimeType: text },
              },
              response: { status: 200, content: { text } },
            },
          ],
        },
      },
      file,
    )
  }
})

it('S92: scripts, HTML tags and URLs of a collection are harmless on its pages', async () => {
  const evil = '<script>window.__mark=1</script><img src=x onerror="window.__mark=1">[a](javascript:window.__mark=1)'
  const item = {
    name: evil,
    description: evil,
    request: {
      method: evil,
      url: `javascript:${evil}`,
      header: [{ key: evil, value: evil, description: evil }],
      description: evil,
      body: { mode: 'raw', raw: evil },
    },
    response: [{ name: evil, body: evil, code: evil }],
  }
  const plan = planPostman(
    { info: { name: evil, description: `${evil}\n\n# x` }, item: [item], variable: [{ key: evil, value: evil }] },
    file,
  )
  for (const { content } of pagesOf(plan.root).values()) {
    const { html } = await render(content, { language: 'en' })
    expect(dangers(html)).toEqual([])
  }
})
