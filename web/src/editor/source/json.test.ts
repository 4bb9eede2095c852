import { describe, expect, it } from 'vitest'
import { isFault, type Json, placeOf, prettyJson, readJson } from '../../lib/json-read.ts'
import { jsonTable } from './json-dialog.tsx'

const read = (text: string) => readJson(text) as Json
const lines = (...all: string[]) => all.join('\n')
const faultIn = (text: string) => {
  const fault = readJson(text)
  return isFault(fault) ? placeOf(text, fault.fault) : undefined
}

describe('JSON beautified', () => {
  it('is indented by two spaces and has the same value', () => {
    const text = '{"a":[1,{"b":null}],"c":{},"d":[],"e":"x\\n\\u4e2d"}'
    const pretty = prettyJson(read(text))
    expect(pretty).toBe(JSON.stringify(JSON.parse(text), null, 2).replace('x\\n中', 'x\\n\\u4e2d'))
  })

  it('keeps long numbers, duplicate keys and the order of the fields', () => {
    expect(prettyJson(read('{"2":12345678901234567890,"1":1.10,"1":1e3}'))).toBe(
      lines('{', '  "2": 12345678901234567890,', '  "1": 1.10,', '  "1": 1e3', '}'),
    )
  })

  it('accepts bare values and unusual whitespace', () => {
    expect(prettyJson(read('\ufeff \u00a0"x" '))).toBe('"x"')
  })
})

describe('invalid JSON', () => {
  it.each([
    ['', 1, 1],
    ['{"a": 1,\n "b": x}', 2, 7],
    ['{"a": 1,}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['{"a" 1}', 1, 6],
    ['[1, 2', 1, 6],
    ['{} {}', 1, 4],
    ['[01]', 1, 3],
    ['["a\nb"]', 1, 2],
  ])('%j has its error at %i:%i', (text, line, column) => expect(faultIn(text)).toEqual({ line, column }))

  it('S59: is detected in hostile texts', () => {
    for (const text of [
      '['.repeat(10_000),
      '{"a":'.repeat(2000),
      `"${'\\u'.repeat(5000)}`,
      `${'1'.repeat(10_000)}x`,
      `${' '.repeat(10_000)}x`,
      '"'.repeat(10_000),
    ])
      expect(isFault(readJson(text))).toBe(true)
  })
})

describe('JSON as a table', () => {
  it('prefixes each field with a dash per level and describes a list by its first element', () => {
    const text =
      '{"id":1,"ship_to":{"city":"x","geo":{"lat":1.5}},"lines":[{"sku":"a"},{"other":1}],"tags":["x"],"none":[],"ok":true,"note":null}'
    expect(jsonTable(read(text), 'en')).toBe(
      lines(
        '| Parameter | Type          | Description |',
        '| --------- | ------------- | ----------- |',
        '| id        | number        |             |',
        '| ship_to   | object        |             |',
        '| - city    | string        |             |',
        '| - geo     | object        |             |',
        '| - - lat   | number        |             |',
        '| lines     | array[object] |             |',
        '| - sku     | string        |             |',
        '| tags      | array[string] |             |',
        '| none      | array         |             |',
        '| ok        | boolean       |             |',
        '| note      | null          |             |',
      ),
    )
  })

  it('has Chinese headings, accepts a list, and escapes special names', () => {
    expect(jsonTable(read('[{"a|b":1,"__x":2,"*y*":3,"user_id":4}]'), 'zh')).toBe(
      lines(
        '| 参数    | 类型   | 说明 |',
        '| ------- | ------ | ---- |',
        '| a\\|b    | number |      |',
        '| \\_\\_x   | number |      |',
        '| \\*y\\*   | number |      |',
        '| user_id | number |      |',
      ),
    )
  })

  it('is undefined without fields', () => {
    expect(jsonTable(read('[1,2]'), 'en')).toBeUndefined()
    expect(jsonTable(read('{}'), 'en')).toBeUndefined()
  })
})
