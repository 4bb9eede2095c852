import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { describe, expect, it } from 'vitest'
import { dangers, isRegular } from '../../../../markdown/src/test/dangers.ts'
import type { ApiCall, ApiServer } from '../../call/call.ts'
import { apiPageMarkdown } from '../../call/page.ts'
import { screenText } from '../../fence/compose.ts'
import { type Part, readParts } from '../../parts/parts.ts'
import { renderPage } from '../page.ts'
import type { ServerCard } from './card.ts'

const FENCE = '```operation orders createOrder\n```'

const region = { default: 'eu', enum: ['eu', 'us'], description: 'Where the data is' }
const production = {
  url: 'https://{region}.api.example.com/{base}',
  description: 'Production',
  variables: { region, base: { default: 'v2' } },
}
const staging = { url: 'https://staging.example.com/v2', description: 'Staging' }

/** The call of a description with these servers, as the screen gets it. */
function callWith(servers: object[] | undefined, own?: object[]): ApiCall {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    ...(servers ? { servers } : {}),
    paths: {
      '/orders/{id}': {
        post: {
          operationId: 'createOrder',
          ...(own ? { servers: own } : {}),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '7' }],
          responses: { 200: { description: 'Done' } },
        },
      },
    },
  }
  const parts: Part[] = []
  readParts(
    { name: 'orders', document, language: 'en', hasSchemas: false },
    (entry) => entry,
    (_entry, part) => void parts.push(part),
  )
  const part = parts.find(({ kind }) => kind === 'operation')!
  const stored = { ...part, language: 'en' as const, address: '', gone: '', body: { call: JSON.parse(JSON.stringify(part.call)) } }
  const { calls } = screenText(FENCE, { partOf: () => stored, isOwn: () => true })
  return calls[0]![1] as ApiCall
}

const show = (call: ApiCall, environments: ApiServer[] = [], language = 'en') =>
  renderPage(FENCE, { language, environments, calls: () => call }).then(({ html }) => html)

const cardIn = (html: string): ServerCard | undefined => {
  const found = (node: Tree.Node): string[] => [
    ...('attrs' in node ? node.attrs.filter(({ name }) => name === 'data-servers').map(({ value }) => value) : []),
    ...('childNodes' in node ? node.childNodes.flatMap(found) : []),
  ]
  const [text] = found(parseFragment(html))
  return text === undefined ? undefined : JSON.parse(text)
}

const env = (env_id: string, title: string, url: string): ApiServer => ({ env_id, title, url, variables: [] })
const environments = [env('7', 'Live', 'https://live.example.com'), env('8', 'Sandbox', 'https://sandbox.example.com/v9')]

describe('the endpoint of a call', () => {
  it('has a choice of several servers, fields for variables, and all of it as text', async () => {
    const call = callWith([production, staging])
    const html = await show(call)
    expect(html).toContain('<i>https://eu.api.example.com</i>/v2/orders/{id}</span>')
    expect(html).toContain('<div class="endpoint servers" data-source="orders" ')
    expect(html).toMatch(
      /<select data-pick aria-label="Server"[^>]*><option value="0" selected>Production<\/option><option value="1">Staging</,
    )
    expect(html).toMatch(/<select data-name="region"[^>]*><option value="eu" selected>eu<\/option><option value="us">us<\/option>/)
    expect(html).toMatch(/<input type="text" data-name="base" aria-label="base" value="v2"[^>]*maxlength="200"/)
    expect(html).toMatch(
      /<div class="server-list"><p>Servers<\/p><ul><li><code>https:\/\/\{region\}\.api\.example\.com\/\{base\}<\/code> Production/,
    )
    expect(html).toContain('<li><code>region</code> default eu · eu, us · Where the data is</li>')
    expect(html).toContain('<li><code>https://staging.example.com/v2</code> Staging</li>')
    expect(cardIn(html)).toMatchObject({ route: '/orders/{id}', request: { method: 'POST' } })
    expect(await show(call, [], 'zh')).toContain('aria-label="服务器"')
  })

  it('is as before with one server without variables, without servers, and for a call that is from no source', async () => {
    for (const call of [callWith([staging]), callWith(undefined), { ...callWith([production, staging]), route: '' }]) {
      const html = await show(call)
      expect(cardIn(html)).toBeUndefined()
      expect(html).toContain('<div class="endpoint">')
    }
    const only = await show(callWith([production]))
    expect(cardIn(only)?.servers).toHaveLength(1)
    expect(only).not.toContain('data-pick')
    expect(only).toContain('data-name="region"')
  })

  it('has the environments of the item first if there are several, unless the operation has servers of its own', async () => {
    const html = await show(callWith([production, staging]), environments)
    expect(html).toContain('<i>https://live.example.com</i>/orders/{id}</span>')
    expect(html).toContain('aria-label="Environment"')
    expect(html).toContain('<div class="server-list"><p>Environments</p>')
    expect(html).toContain('curl <span class="hljs-string">\'https://live.example.com/orders/7\'')
    expect(cardIn(html)?.servers).toEqual(environments)
    expect(cardIn(await show(callWith([staging]), environments))?.servers).toEqual(environments)
    expect(cardIn(await show(callWith([production, staging]), environments.slice(0, 1)))?.servers[0]?.title).toBe('Production')
    const own = await show(callWith([staging], [{ url: 'https://upload.example.com' }]), environments)
    expect(cardIn(own)).toBeUndefined()
    expect(own).toContain('<i>https://upload.example.com</i>/orders/{id}')
    const path = await show(callWith([staging], [{ url: 'https://a.example.com' }, { url: 'https://b.example.com' }]), environments)
    expect(cardIn(path)?.servers.map(({ url }) => url)).toEqual(['https://a.example.com', 'https://b.example.com'])
  })

  it('changes no Markdown: it names the first server', () => {
    const call = callWith([production, staging])
    const { servers: _, route: __, ...plain } = call
    expect(apiPageMarkdown(call, 'en')).toBe(apiPageMarkdown(plain, 'en'))
    expect(apiPageMarkdown(call, 'en')).toContain('POST https://eu.api.example.com/v2/orders/{id}\n')
  })
})

describe('a hostile description', () => {
  it('is bounded: servers, variables, values and their lengths', () => {
    const variables = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, { default: 'a' }]))
    const address = (count: number) => `https://a/${Array.from({ length: count }, (_, at) => `{v${at}}`).join('/')}`
    const many = Array.from({ length: 500 }, (_, at) => ({ url: `https://s${at}.example.com`, description: 'x'.repeat(5000) }))
    const call = callWith([{ url: address(20), variables: variables(20) }, { url: address(21), variables: variables(21) }, ...many])
    expect(call.servers).toHaveLength(19)
    expect(call.servers?.[0]?.variables).toHaveLength(20)
    expect(call.servers?.every(({ title }) => title.length <= 300)).toBe(true)
    const values = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(at, '0'))
    const long = callWith([{ url: 'https://{a}', variables: { a: { default: '1', enum: values } } }])
    expect(long.servers?.[0]?.variables[0]?.values).toHaveLength(100)
    for (const url of [`https://${'a'.repeat(2001)}`, '{a}'])
      expect(callWith([{ url, variables: { a: { default: 'x'.repeat(201) } } }, staging]).servers).toBeUndefined()
  })

  it('puts no markup and no attribute into the page', async () => {
    const nasty = [
      `"><img src=x onerror=alert(1)>`,
      `' autofocus onfocus=alert(1) x='`,
      '</select><script>alert(1)</script>',
      'a&quot;b',
      '`x` $HOME',
    ]
    for (const text of nasty) {
      const server = {
        url: `javascript:${text}/{${text.replace(/[{}]/g, '')}}`,
        description: text,
        variables: { [text.replace(/[{}]/g, '')]: { default: text, enum: [text, 'b'], description: text } },
      }
      const html = await show(callWith([server, { ...server, url: `https://${text}` }]), [])
      expect(dangers(html).filter((one) => !/^input name=(?:sample|answer)/.test(one))).toEqual([])
      expect(isRegular(html)).toBe(true)
      expect(html).not.toMatch(/<img|<script/)
      const named = await show(callWith([staging]), [env('1', text, 'https://a'), env('2', text, 'https://b')])
      expect(dangers(named).filter((one) => !/^input name=(?:sample|answer)/.test(one))).toEqual([])
      expect(cardIn(named)?.servers[0]?.title).toBe(text)
    }
  })
})
