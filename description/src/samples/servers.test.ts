import { describe, expect, it } from 'vitest'
import type { ApiCall, ApiServer } from '../call/call.ts'
import { partsOf } from './request-of.ts'
import { samplesAt, samplesOf } from './samples.ts'
import { serverAddress } from './server.ts'
import { literalsOf } from './test/literals.ts'
import { nastyTexts } from './test/nasty.ts'

const ROUTE = '/orders/{id}'
const call: ApiCall = {
  method: 'POST',
  url: `https://api.example.com/v1${ROUTE}`,
  route: ROUTE,
  path: [{ name: 'id', type: 'string', required: true, example: "it's 1" }],
  query: [{ name: 'note', type: 'string', required: true, example: '`x` $HOME' }],
  headers: [{ name: 'Authorization', type: 'string', required: true, example: 'Bearer abc' }],
  bodies: [{ contentType: 'application/json', type: '', fields: [], examples: [{ name: '', text: '{"id":12345678901234567890}' }] }],
}
/** What a page carries for the browser. */
const carried = JSON.parse(JSON.stringify(partsOf(call))) as NonNullable<ReturnType<typeof partsOf>>

const server = (url: string, variables: Partial<ApiServer['variables'][number]>[] = []): ApiServer => ({
  url,
  title: '',
  variables: variables.map((one) => ({ name: '', preset: '', values: [], about: '', ...one })),
})

const tenant = server('https://{tenant}.example.com/{base}', [
  { name: 'tenant', preset: 'acme' },
  { name: 'base', preset: 'v1' },
])

const INVISIBLE = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const SAID = 'https://api.example.com/v1/orders/it%27s%201?note=%60x%60%20%24HOME'
const ofPlain = samplesOf(call).map(({ language, text }) => literalsOf(language, text))

/** A described address as samples write it: characters that no address has are encoded, and no others. */
const encoded = (address: string) =>
  address
    .toWellFormed()
    .replaceAll('\0', '\ufffd')
    .replace(/%(?![\da-fA-F]{2})|[^\w\-.~:/?@!$&()*+,;=%]/gu, (char) => encodeURIComponent(char).replace(/'/g, '%27'))

/** The samples at a server that are not those of the plain server with this address in place of its own. */
function wrongSamples(address: string): unknown[] {
  const samples = samplesAt(carried, address + ROUTE)
  const expected = SAID.replace('https://api.example.com/v1', () => encoded(address))
  const wrong = samples.flatMap(({ language, text }, at): unknown[] => {
    const { literals, skeleton } = literalsOf(language, text)
    const plain = ofPlain[at]!
    const says = plain.literals.map((literal) => literal.replace(SAID, () => expected))
    const isSame = skeleton === plain.skeleton && JSON.stringify(literals) === JSON.stringify(says)
    return isSame && !INVISIBLE.test(text) ? [] : [{ address, text, literals, says }]
  })
  return samples.length === 6 ? wrong : [{ address, samples }]
}

describe('S215: the samples at a server', () => {
  it('are those that the call would have with this address', () => {
    const addresses = [
      'https://api.example.com/v1',
      '/v2',
      'api.example.com',
      '{host}/v2',
      'https://me:pw@api.example.com',
      'https://{t}.example.com',
    ]
    for (const address of [...addresses, ...nastyTexts.map((text) => `https://api.example.com/${text}`)])
      expect(samplesAt(carried, address + ROUTE)).toEqual(samplesOf({ ...call, url: address + ROUTE }))
    expect(samplesAt(carried, `wss://api.example.com${ROUTE}`)).toEqual([])
    expect(samplesAt(carried, `https://api.example.com/${'x'.repeat(2000)}${ROUTE}`)).toEqual([])
  })

  it('say exactly its address with each of 500 texts typed into a variable of the host or the path', () => {
    expect(ofPlain.every(({ literals }) => literals.join().includes(SAID))).toBe(true)
    const wrong: unknown[] = []
    for (const value of nastyTexts)
      for (const name of ['tenant', 'base']) {
        const address = serverAddress(tenant, { [name]: value })
        // A typed value is never a query, a fragment, credentials or a variable.
        if (/[?#@{}\s'"`$\\]/.test(address)) wrong.push({ value, address })
        wrong.push(...wrongSamples(address))
      }
    expect(wrong.slice(0, 2)).toEqual([])
  })

  it('say exactly its address with each of 500 texts as the address, the default or a value of a description', () => {
    const wrong: unknown[] = []
    for (const value of nastyTexts.filter((text) => !/[#{}?@]|(?:^|\/):|\/$/.test(text))) {
      const described = server('https://api.example.com/{base}', [{ name: 'base', preset: value, values: [value, 'v2'] }])
      const addresses = [
        serverAddress(server(`https://api.example.com/${value}`)),
        serverAddress(described),
        serverAddress(described, { base: value }),
      ]
      for (const address of new Set(addresses)) wrong.push(...wrongSamples(address))
    }
    expect(wrong.slice(0, 2)).toEqual([])
  })

  it('never run what an address of another protocol says', () => {
    for (const url of [
      'javascript:alert(1)',
      'javascript://x/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      "x'; touch marker; '",
      '`touch marker`',
    ])
      for (const { language, text } of samplesAt(carried, serverAddress(server(url)) + ROUTE)) {
        const { literals } = literalsOf(language, text)
        expect(literals.join('\n')).not.toMatch(/[`']|touch marker/)
        expect(text).toMatch(/BASE_URL/)
      }
  })
})

describe('the address of a server', () => {
  it('has the defaults of its variables, or what was typed', () => {
    expect(serverAddress(tenant)).toBe('https://acme.example.com/v1')
    expect(serverAddress(tenant, { tenant: ' globex ', base: '' })).toBe('https://globex.example.com/v1')
    expect(serverAddress(tenant, { base: 'v2/eu/' })).toBe('https://acme.example.com/v2/eu')
    expect(serverAddress(tenant, { base: 'a b?c=d#e{f}/:g%20%' })).toBe('https://acme.example.com/a%20b%3Fc%3Dd%23e%7Bf%7D/%3Ag%20%25')
    expect(
      serverAddress(server('{url}/x', [{ name: 'url', preset: 'http://localhost:8080' }]), { url: 'https://api.example.com:8443' }),
    ).toBe('https://api.example.com:8443/x')
    expect(serverAddress(tenant, { tenant: 'x'.repeat(900) })).toHaveLength('https://.example.com/v1'.length + 200)
    expect(
      serverAddress(
        server('https://{a}/{b}', [
          { name: 'a', preset: '{b}' },
          { name: 'b', preset: 'c' },
        ]),
      ),
    ).toBe('https://{b}/c')
  })

  it('reads no property of objects as a value', () => {
    const odd = server('https://a/{constructor}/{__proto__}', [
      { name: 'constructor', preset: 'x' },
      { name: '__proto__', preset: 'y' },
    ])
    expect(serverAddress(odd)).toBe('https://a/x/y')
    expect(serverAddress(odd, JSON.parse('{"__proto__":"z"}'))).toBe('https://a/x/z')
  })
})
