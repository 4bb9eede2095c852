import { describe, expect, it } from 'vitest'
import type { ApiCall, ApiField } from '../call/call.ts'
import { samplesOf } from './samples.ts'
import { literalsOf } from './test/literals.ts'
import { nastyTexts } from './test/nasty.ts'

const field = (name: string, example: string, type = 'string'): ApiField => ({ name, example, type, required: true })
const page = (parts: Partial<ApiCall>, url = 'https://api.example.com/v1/orders'): ApiCall => ({ method: 'POST', url, ...parts })
const text = (content: string, contentType = 'text/plain') =>
  page({ bodies: [{ contentType, type: '', fields: [], examples: [{ name: '', text: content }] }] })
const form = (fields: ApiField[], contentType = 'application/x-www-form-urlencoded') =>
  page({ bodies: [{ contentType, type: '', fields, examples: [] }] })
const multipart = (fields: ApiField[]) => form(fields, 'multipart/form-data')

/** What every text becomes, because no shell can hold NUL and no encoder half of a character. */
const carried = (value: string) => value.toWellFormed().replaceAll('\0', '\ufffd')
const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const header = (value: string) =>
  carried(value.trim())
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^ -~]+/gu, encodeURIComponent)
    .trim()
const writesForms = (language: string) => ['go', 'java', 'php'].includes(language)
const partName = (value: string) => value.replace(/[\p{Cc}"\\=]/gu, encodeURIComponent)

/** Each place of a request: the page with a text in this place, and the text in the literal of a language. */
const places: Record<string, { of: (value: string) => ApiCall; in: (value: string, language: string) => string }> = {
  'a header value': {
    of: (value) => page({ headers: [field('X-A', `a ${value} z`)] }),
    in: (value) => header(`a ${value} z`).slice(2, -2),
  },
  'a query value': { of: (value) => page({ query: [field('a', value)] }), in: (value) => encoded(carried(value)) },
  'a query name': { of: (value) => page({ query: [field(value, 'b')] }), in: (value) => encoded(carried(value.trim())) },
  'a path variable': {
    of: (value) => page({ path: [field('id', value)] }, 'https://api.example.com/v1/:id/{id}/x'),
    in: (value) => encoded(carried(value)),
  },
  'the body': { of: (value) => text(`a ${value} z`), in: (value) => carried(value.replace(/\r\n?/g, '\n')) },
  'a JSON string': {
    of: (value) => text(JSON.stringify({ a: [{ b: value }] }), 'application/json'),
    in: (value) => JSON.stringify(value).slice(1, -1),
  },
  'a form value': {
    of: (value) => form([field('a', value)]),
    in: (value, language) => (writesForms(language) ? encoded(carried(value)) : carried(value)),
  },
  'a form name': {
    of: (value) => form([field(value, 'b')]),
    in: (value, language) => (writesForms(language) || language === 'bash' ? encoded(carried(value.trim())) : carried(value.trim())),
  },
  'a multipart value': { of: (value) => multipart([field('a', value)]), in: (value) => carried(value) },
  'a multipart name': { of: (value) => multipart([field(value, 'b')]), in: (value) => partName(carried(value.trim())) },
}

// A boundary that the texts contain gets another number.
const sameBoundary = (literal: string) => literal.replace(/(boundary=|--)form-boundary-\d+(?=$|\r|--\r)/g, '$1form-boundary-N')

const INVISIBLE = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

describe('S215: a sample says exactly the request', () => {
  for (const [name, place] of Object.entries(places))
    it(`with each of 500 texts as ${name}, and shows no invisible character`, () => {
      const plain = samplesOf(place.of('PLAIN')).map(({ language, text }) => literalsOf(language, text))
      expect(plain).toHaveLength(6)
      const wrong: unknown[] = []
      for (const value of nastyTexts) {
        const samples = samplesOf(place.of(value))
        for (const [at, known] of plain.entries()) {
          const { language = 'none', text = '' } = samples[at] ?? {}
          const found = literalsOf(language, text)
          const written = place.in(value, language)
          const expected = known.literals.map((literal) => sameBoundary(literal.replaceAll('PLAIN', () => written)))
          const literals = found.literals.map(sameBoundary)
          const says = literals.length === expected.length && literals.every((literal, index) => literal === expected[index])
          if (!says || found.skeleton !== known.skeleton || INVISIBLE.test(text)) wrong.push({ value, text, literals, expected })
        }
      }
      expect(wrong.slice(0, 2)).toEqual([])
    })

  it('with header names, cookies and methods only as HTTP allows them', () => {
    for (const value of nastyTexts.filter((one) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(one.trim()))) {
      const named = samplesOf(page({ headers: [field(value, 'b')], cookies: [field(value, 'b')] }))
      expect(named).toEqual(samplesOf(page({})))
      expect(samplesOf({ ...page({}), method: value })).toEqual([])
    }
    for (const name of ["'x'", '`x`', '$x', '__proto__'])
      for (const sample of samplesOf(page({ headers: [field(name, 'b')] })))
        expect(literalsOf(sample.language, sample.text).literals.join('\n')).toContain(name)
  })
})
