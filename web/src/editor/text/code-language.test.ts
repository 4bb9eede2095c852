import { expect, it } from 'vitest'
import { codeLanguage } from './code-language.ts'

it('code is highlighted, also where Pandoc writes its language as a class', () => {
  expect(codeLanguage('js {4}')).not.toBeNull()
  expect(codeLanguage('{.python .input}')).toBe(codeLanguage('python'))
})

it('diagrams and the sentences in a block of a source are not', () => {
  for (const info of ['', 'mermaid', 'operation orders get-orders', 'table shop orders', 'overview shop'])
    expect(codeLanguage(info)).toBeNull()
})
