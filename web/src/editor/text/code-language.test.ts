import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { expect, it } from 'vitest'
import { codeLanguage } from './code-language.ts'

it('code is highlighted, also where Pandoc writes its language as a class', () => {
  expect(codeLanguage('js {4}')).not.toBeNull()
  expect(codeLanguage('{.python .input}')).toBe(codeLanguage('python'))
})

it('diagrams and the sentences in a block of a source are not', () => {
  for (const info of ['', 'endpoint', 'mermaid', 'operation orders get-orders', 'table shop orders', 'overview shop'])
    expect(codeLanguage(info)).toBeNull()
})

it.each([
  ['bash', 'curl https://api.example.com/a#b --data "x" # all orders', ['# all orders']],
  ['yaml', 'url: //cdn.example.com/a', []],
  ['js', "open(url) // 'https://a.example'", ["// 'https://a.example'"]],
  ['js', 'https://a.example', []],
  ['sql', 'select 1 -- one', ['-- one']],
])('%s: %s has its comments', (info, code, wanted) => {
  const found: string[] = []
  const tree = codeLanguage(info)?.parser.parse(code)
  if (tree) highlightTree(tree, tagHighlighter([{ tag: tags.comment, class: 'c' }]), (from, to) => found.push(code.slice(from, to)))
  expect(found).toEqual(wanted)
})
