import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { readBody, readForm } from './body.ts'

const form = 'application/x-www-form-urlencoded'
const read = (text: string | Buffer, type = form) => ({ ...readBody(type, Buffer.from(text)) })

describe('a form', () => {
  it('is decoded once', () => {
    expect(read('a=1%2B1+%E9%A1%B5&b=%253C&c=&d&%E9=x')).toEqual({ a: '1+1 页', b: '%3C', c: '', d: '', '\uFFFD': 'x' })
  })

  it('keeps a field that is given twice as a list, which no call accepts', () => {
    expect(read('a=1&a=2&b=3')).toEqual({ a: ['1', '2'], b: '3' })
    expect(read('__proto__=1&toString=2')).toEqual(
      Object.fromEntries([
        ['__proto__', '1'],
        ['toString', '2'],
      ]),
    )
  })

  it('has at most 200 fields', () => {
    expect(Object.keys(read(Array.from({ length: 200 }, (_, n) => `f${n}=1`).join('&')))).toHaveLength(200)
    expect(() => read(Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'))).toThrow('tooLarge')
  })

  it.each(['a', `${'a&'.repeat(100)}a`, '=&==&a==b', '%&%4&%zz=%&%e9%a1%b5=%C3%28', '+a+=+b+', '&&&a=1&', '\0=\ud800'])(
    'is read like URLSearchParams does: %s',
    (text) => {
      const known: Record<string, string[]> = {}
      for (const [key, value] of new URLSearchParams(text.toWellFormed())) known[key] = [...(known[key] ?? []), value]
      const expected = Object.fromEntries(Object.entries(known).map(([key, values]) => [key, values.length === 1 ? values[0] : values]))
      expect({ ...readForm(text) }).toEqual(expected)
    },
  )

  it('counts pairs before it decodes any, with and without a value, of any length', () => {
    for (const pair of ['a&', '&', 'a=1&', '%41=%41&', 'a+b=c&']) expect(() => readForm(pair.repeat(3_000_000))).toThrow('tooLarge')
  })

  it('preserves any text', () => {
    const text = fc.string({ unit: 'grapheme' })
    assertProperty(
      fc.property(text, text, (one, two) => {
        expect(read(new URLSearchParams({ one, two }).toString())).toEqual({ one: one.toWellFormed(), two: two.toWellFormed() })
      }),
    )
  })
})

describe('a raw body of a script that scans comments', () => {
  it('is read literally', () => {
    const content = '/**\n * 100% a+b %41\n * @url /a?b=1_this_and_change_c=2\n */'
    expect(read(`from=shell&api_key=k&content=${content}`)).toEqual({
      from: 'shell',
      api_key: 'k',
      content: content.replace('_this_and_change_', '&'),
    })
  })

  it('keeps an & that was not replaced, if it cannot start the next field', () => {
    const raw = (text: string) => ({ ...readBody(form, Buffer.from(text), new Set(['api_key', 'content', 'cat_name'])) })
    const text = ' * a && b & c=1\n * @url /a?b=1&c=2&\n'
    expect(raw(`from=shell&api_key=k&content=${text}`)).toEqual({ from: 'shell', api_key: 'k', content: text })
    expect(raw(`content=${text}&cat_name=A B`)).toEqual({ content: text, cat_name: 'A B' })
    expect(raw('&& &content=a b')).toEqual({ content: 'a b' })
    expect(() => raw(Array.from({ length: 201 }, (_, n) => `f${n}=a b`).join('&'))).toThrow('tooLarge')
  })

  it('decodes the encoded fields next to raw ones', () => {
    expect(read('cat_name=飞书&page_title=A+%26+B&page_content=100%25+%26+%3Cb%3E\n')).toEqual({
      cat_name: '飞书',
      page_title: 'A & B',
      page_content: '100% & <b>',
    })
  })

  it('S59: takes linear time for any content', () => {
    // Quadratic time would exceed the timeout of the test.
    for (const sign of ['&', '\n', '\r\n', '&\n', '=&', '&a=', 'a=b\n&'])
      for (const text of [sign.repeat(1_000_000), `content=${sign.repeat(1_000_000)}x`]) {
        try {
          read(text)
        } catch (error) {
          expect(error).toMatchObject({ error: 'tooLarge' })
        }
      }
  })

  it('is recognized by characters that url-encoded text never contains: spaces, line breaks, non-ASCII letters', () => {
    expect(read('a=b c')).toEqual({ a: 'b c' })
    expect(read('a=%41页')).toEqual({ a: '%41页' })
    expect(read('a=%41\r\nb')).toEqual({ a: '%41\r\nb' })
    expect(read('c=100%25 of it&a=%41+b')).toEqual({ c: '100%25 of it', a: 'A b' })
    // A shell appends a line end to the body.
    expect(read('a=%41+b&c=\r\n')).toEqual({ a: 'A b', c: '' })
    expect(read('a=%41')).toEqual({ a: 'A' })
  })
})

describe('JSON', () => {
  const json = (text: string) => read(text, 'application/json; charset=utf-8')
  it('is equivalent to a form', () => {
    expect(json('{"a":"1","b":2,"c":true,"d":null}')).toEqual({ a: '1', b: 2, c: true, d: null })
    expect(json('')).toEqual({})
  })

  it.each(['{', '[]', '"a"', '1', 'null', 'a=1', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, '['.repeat(100_000)])('refuses %s', (text) => {
    expect(() => json(text)).toThrow('badInput')
  })

  it('has at most 200 fields and 150,000 values, counted before they are parsed', () => {
    expect(json(`{"a":[${'1,'.repeat(149_000)}1]}`)['a']).toHaveLength(149_001)
    for (const text of [
      `{"a":[${'1,'.repeat(500_000)}1]}`,
      `{"a":[${'{},'.repeat(100_000)}1]}`,
      `{${Array.from({ length: 201 }, (_, n) => `"k${n}":1`).join()}}`,
      // Refused for its size before it is parsed.
      '{"a":'.concat('[],'.repeat(1_000_000)),
    ])
      expect(() => json(text)).toThrow('tooLarge')
    expect(json(`{"a":"${'[{,\\"'.repeat(200_000)}"}`)['a']).toHaveLength(800_000)
  })

  it('does not pollute prototypes', () => {
    json('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
