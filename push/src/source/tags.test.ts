import { expect, it } from 'vitest'
import { readTags } from './comments.ts'

const read = (...lines: string[]) => readTags(lines)

it('reads single lines, texts and fields', () => {
  const { comment } = read(
    'showdoc',
    '@Title  First ',
    '@title Second',
    '@description one',
    '',
    '  two',
    '@param a required string what it is,',
    '   in two lines',
    '@param b',
    '@url /a',
    'not part of it',
    '@return {',
    '  "a": 1',
    '}',
    '@number 7',
  )
  expect(comment).toMatchObject({
    title: 'Second',
    description: 'one\n\n  two',
    param: ['a required string what it is, in two lines', 'b'],
    url: ['/a'],
    return: '{\n  "a": 1\n}',
    number: '7',
  })
})

it('reports an unknown tag with its line, ends the open text there, and ignores tags of other tools', () => {
  const { comment, unknown } = read('@title A', '@description one', '@prama b', 'two', '@author me', '@throws X')
  expect(unknown).toEqual([{ tag: 'prama', line: 2 }])
  expect(comment.description).toBe('one')
})

it('does not read an address in a text as a tag', () => {
  const { comment, unknown } = read('@title A', '@remark mail', 'to a@b.example')
  expect([comment.remark, unknown]).toEqual(['mail\nto a@b.example', []])
})
