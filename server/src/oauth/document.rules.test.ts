import { describe, expect, it } from 'vitest'
import { isDocumentAddress, keptSeconds, readDocument } from './document.rules.ts'

const ADDRESS = 'https://app.example/oauth/client.json'

describe('O13: the address of a document', () => {
  it.each([ADDRESS, 'https://app.example:8443/c', 'https://app.example/c?v=1', 'https://xn--nxasmq6b.example/c'])('can be %s', (address) =>
    expect(isDocumentAddress(address)).toBe(true),
  )

  it.each([
    '',
    'client',
    'http://app.example/c',
    'https://app.example',
    'https://app.example/',
    'https://app.example/a/../c',
    'https://app.example/%2e%2e/c',
    'https://app.example/c#part',
    'https://app.example/c#',
    'https://user@app.example/c',
    'https://@app.example/c',
    'https://app.example:443/c',
    'https://APP.example/c',
    'HTTPS://app.example/c',
    'https://app.example\\c',
    'https://аpp.example/c',
    ' https://app.example/c',
    `https://app.example/${'c'.repeat(500)}`,
  ])('cannot be %s', (address) => expect(isDocumentAddress(address)).toBe(false))
})

describe('O13: a document', () => {
  const good = { client_id: ADDRESS, client_name: 'Atlas', redirect_uris: ['http://127.0.0.1/cb'] }
  const read = (document: unknown, more: object = {}) =>
    readDocument(
      {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: typeof document === 'string' ? document : JSON.stringify(document),
        isWhole: true,
        ...more,
      },
      ADDRESS,
      'cursor',
    )

  it('names the program and its redirect addresses, without those that are not allowed', () => {
    expect(read(good)).toEqual({ name: 'Atlas', redirect_uris: ['http://127.0.0.1/cb'] })
    expect(read({ ...good, client_name: 7, redirect_uris: ['http://evil.example/', 1, 'cursor://x', 'https://app.example/cb'] })).toEqual({
      name: 'app.example',
      redirect_uris: ['cursor://x', 'https://app.example/cb'],
    })
    expect(read(good, { headers: { 'content-type': 'application/client+json; charset=utf-8' } })).toMatchObject({ name: 'Atlas' })
  })

  it.each([
    ['documentUnreachable', good, { status: 404 }],
    ['documentUnreachable', good, { status: 302, headers: { location: ADDRESS } }],
    ['documentUnreachable', good, { status: 201 }],
    ['documentTooLarge', good, { isWhole: false }],
    ['documentNotJson', good, { headers: { 'content-type': 'text/html' } }],
    ['documentNotJson', good, { headers: {} }],
    ['documentNotJson', '{', {}],
    ['documentNotJson', 'null', {}],
    ['documentNotJson', [good], {}],
    ['documentOther', { ...good, client_id: `${ADDRESS}?` }, {}],
    ['documentOther', { ...good, client_id: ADDRESS.toUpperCase() }, {}],
    ['documentOther', { ...good, client_id: undefined }, {}],
    ['documentRedirects', { ...good, redirect_uris: ['http://app.example/cb', 'javascript:alert(1)'] }, {}],
    ['documentRedirects', { ...good, redirect_uris: 'https://app.example/cb' }, {}],
  ])('does not count: %s', (problem, document, more) => expect(read(document, more)).toBe(problem))

  it.each([
    [{}, 60],
    [{ 'cache-control': 'max-age=600' }, 600],
    [{ 'cache-control': 'public, Max-Age="600"' }, 600],
    [{ 'cache-control': 'max-age=600, s-maxage=900' }, 900],
    [{ 'cache-control': 'max-age=600', age: '500' }, 100],
    [{ 'cache-control': 'max-age=600', age: '5000' }, 60],
    [{ 'cache-control': 'max-age=1' }, 60],
    [{ 'cache-control': 'max-age=99999999' }, 86_400],
    [{ 'cache-control': 'max-age=many' }, 60],
    [{ 'cache-control': 'no-store, max-age=600' }, 60],
    [{ 'cache-control': 'no-cache' }, 60],
    [{ expires: 'Fri, 27 Nov 2026 10:00:00 GMT', date: 'Fri, 27 Nov 2026 09:00:00 GMT' }, 3600],
    [{ expires: '0', date: 'Fri, 27 Nov 2026 09:00:00 GMT' }, 60],
    [{ expires: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 60],
  ])('with the headers %j is kept for %i seconds', (headers, seconds) => expect(keptSeconds(headers)).toBe(seconds))
})
