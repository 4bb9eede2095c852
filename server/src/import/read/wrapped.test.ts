import { expect, it } from 'vitest'
import { joinedLines } from './wrapped.ts'

const joined = (text: string) => joinedLines(text.split('\n')).join('\n')
const words = 'a server keeps the documents of a team and shows each change of a page to the people who follow it'.split(' ')

/** A paragraph that is wrapped to a width, each line after a prefix. */
function wrapped(width: number, first: string, rest = first, repeats = 4) {
  const lines = [first]
  for (const word of Array.from({ length: repeats }, () => words).flat()) {
    const last = lines.at(-1) as string
    if (last.trim() !== rest.trim() && last.length + 1 + word.length > width) lines.push(rest + word)
    else lines[lines.length - 1] = /[^\s>]$/.test(last) && last !== first ? `${last} ${word}` : last + word
  }
  return lines.join('\n')
}
const whole = Array.from({ length: 4 }, () => words.join(' ')).join(' ')

it('joins the lines of paragraphs, of list items and of quotes that are wrapped to a width', () => {
  const text = ['# Title', '', wrapped(72, ''), '', wrapped(72, '- ', '  '), wrapped(72, '1. ', '   '), '', wrapped(72, '> ')].join('\n')
  expect(text.split('\n').length).toBeGreaterThan(20)
  expect(joined(text)).toBe(`# Title\n\n${whole}\n\n- ${whole}\n1. ${whole}\n\n> ${whole}`)
})

it('joins short paragraphs of the same page, and lines that a person changed', () => {
  const text = `${wrapped(72, '', '', 8)}\n\nSee the page about\nbackups.`
  expect(joined(text).split('\n')).toHaveLength(3)
  expect(joined(text)).toMatch(/\n\nSee the page about backups\.$/)
})

it('joins Chinese without a space, and Chinese and Latin words with one', () => {
  const line = '服务器保存团队的文档，并向关注页面的人展示每一次修改，阅读者不需要安装任何'
  const text = [...Array.from({ length: 9 }, () => line), 'Node 20 的程序，', 'Sheaf 除外', '（见下文）。'].join('\n')
  expect(joined(text)).toBe(`${line.repeat(9)} Node 20 的程序，Sheaf 除外（见下文）。`)
  const quoted = wrapped(72, '').replaceAll('page to', 'page —').replaceAll(' the', ' “the”')
  expect(joined(`${quoted}\n\n${quoted}`)).not.toMatch(/[—”](?=[\w“])/)
})

it('keeps breaks that are meant', () => {
  const sentences = [
    'Start the server.',
    'Open the address that it prints, and create the first account with a name and a password.',
    'Create an item.',
    'Its pages can be read by everyone in the company, unless you choose otherwise.',
    'Write the first page in the editor.',
    'Save it.',
    'Every save is a revision that can be compared with others and restored by everyone who may edit the page.',
    'Invite people by name.',
    'They get a notice.',
    'The people who follow an item see each change.',
  ].join('\n')
  expect(joined(sentences)).toBe(sentences)
  const fields = Array.from({ length: 20 }, (_, at) => `Field ${at}: the value ${at * 7919}`).join('\n')
  expect(joined(fields)).toBe(fields)
  const clauses = Array.from(
    { length: 12 },
    (_, at) => `第 ${at + 10} 项：甲方应当在收到通知后的三十日之内向乙方支付全部货款及利息；`,
  ).join('\n')
  expect(joined(clauses)).toBe(clauses)
  const links = Array.from({ length: 12 }, (_, at) => `https://docs.example.com/handbook/chapter-${at + 10}/the-first-steps-of-it`).join(
    '\n',
  )
  expect(joined(links)).toBe(links)
  const few = wrapped(72, '', '', 2)
  expect(joined(few)).toBe(few)
})

it('keeps code, tables, headings, HTML, formulas, link targets and hard breaks of a wrapped page', () => {
  const kept = [
    '```text\none\ntwo\n```',
    '    one\n    two',
    'a | b\n--|--\n1 | 2',
    'Heading\n=======',
    '<div>\none\ntwo\n</div>',
    '$$\nx\n+ y\n$$',
    '[one]: https://example.com/a\n[two]: https://example.com/b',
    'one  \ntwo\\\nthree',
    '> [!NOTE]\n> one',
    '::: note\n:::',
    '- one\n- two\n  1. three',
    'one\n> two',
    '```npm ci``` installs it.\n\n```js\nlet a = 1 // one\nlet b = 2\n```',
    '```\n```js\nlet a = 1\nlet b = 2\n```',
    '> ```\n> a\n\n```js\nlet a\nlet b\n```',
    '1. Item\n\n    > one\n    > (2) two\n\n- x',
    '<pre>\none\n\ntwo\nthree\n</pre>',
    '<!--\none\n\ntwo\nthree\n-->',
    '<img alt="one\ntwo" src="a.png">',
    'text\n（1）one\n• two\na) three',
    '| a | b |\n|---|---|\n| 1 | 2 |\nnext row\nthird row',
  ]
  const text = [wrapped(72, ''), wrapped(72, ''), ...kept].join('\n\n')
  expect(joined(text)).toBe([whole, whole, ...kept].join('\n\n'))
})

it('reads long lines', () => {
  for (const part of ['> ', '- ', '`', '* ', '字', '[', 'a`', ' |', '\t', '$$ '])
    expect(joinedLines([part.repeat(500_000), 'x', part.repeat(500_000)])).toHaveLength(3)
})
