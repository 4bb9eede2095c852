import { describe, expect, it } from 'vitest'
import type { AnswerMessage } from '../request/message.ts'
import { colours, fileName, shownOf } from './content.ts'

const answer = (type: string, body: string | Uint8Array<ArrayBuffer>, isCut = false): AnswerMessage => ({
  status: 200,
  statusText: 'OK',
  headers: [['content-type', type]],
  ms: 1,
  body: (typeof body === 'string' ? new TextEncoder().encode(body) : body).buffer,
  isCut,
  redirected: '',
})

describe('an answer is shown (S226)', () => {
  it.each([
    ['text/html', '<script>window.__mark=1</script>', 'answer.txt'],
    ['image/svg+xml', '<svg onload="window.__mark=1"/>', 'answer.txt'],
    ['text/javascript', 'window.__mark=1', 'answer.txt'],
    ['application/pdf', '%PDF-1.7 text', 'answer.bin'],
    ['application/xhtml+xml', '<html/>', 'answer.txt'],
  ])('as text: %s', (type, text, name) => {
    expect(shownOf(answer(type, text))).toEqual({ kind: 'text', text, isCut: false })
    expect(fileName(answer(type, text))).toBe(name)
  })

  it('as a picture only for formats that run nothing', () => {
    expect(shownOf(answer('image/png', 'PNG'))).toEqual({ kind: 'picture', type: 'image/png' })
    expect(fileName(answer('image/png', 'PNG'))).toBe('answer.png')
  })

  it('indented with all its digits, and cut above a megabyte', () => {
    expect(shownOf(answer('application/json', '{"n":12345678901234567890}'))).toMatchObject({ text: '{\n  "n": 12345678901234567890\n}' })
    const long = shownOf(answer('text/plain', 'x'.repeat(1024 * 1024 + 1)))
    expect(long.kind === 'text' && [long.text.length, long.isCut]).toEqual([1024 * 1024, true])
  })

  it('not as text if it is none', () => {
    expect(shownOf(answer('application/octet-stream', new Uint8Array([1, 0, 2])))).toEqual({ kind: 'bytes' })
    expect(shownOf(answer('text/plain', ''))).toEqual({ kind: 'empty' })
    expect(shownOf(answer('text/plain; charset=nonsense', 'a'))).toMatchObject({ text: 'a' })
  })
})

it('the colours of JSON keep every character', () => {
  for (const text of ['{"a": [1, -2.5e3, true, null, "x\\"y"], "b": {}}', 'broken " {', '"'.repeat(500)])
    expect(
      colours(text)
        .map((one) => one.text)
        .join(''),
    ).toBe(text)
})
