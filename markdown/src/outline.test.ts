import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingLines, outline } from './outline.ts'
import { render } from './render.ts'

describe('the outline of a page', () => {
  it.each([
    ['# One\n\n## Two ##\n\n### C# and F#', ['one One', 'two Two', 'c-and-f C# and F#']],
    ['Title\n=====\n\ntext\n\nPart *two*\n---', ['title Title', 'part-two Part two']],
    ['```\n# not\n```\n\n~~~md\n# not\n```\n~~~\n# yes', ['yes yes']],
    ['## Get `user_id` and **more** [here](/x)', ['get-user_id-and-more-here Get user_id and more here']],
    ['## 请求参数\n## 请求参数', ['请求参数 请求参数', '请求参数-1 请求参数']],
    ['## Named {#own-id}', ['own-id Named']],
    ['#no\n\n    # code\n\n| a |\n|---|\n\n- item\n---', []],
  ])('%j', (text, wanted) => {
    expect(outline(text).map(({ id, text: words }) => `${id} ${words}`)).toEqual(wanted)
  })

  it('processes hostile text', () => {
    for (const piece of ['#', '# ', '# *_', '[a](', '<a ', '`', '**a', '\\!']) {
      expect(outline(`# ${piece.repeat(100_000)}`).length).toBeLessThan(2)
      expect(outline(`# ${piece.repeat(290 / piece.length)}\n`.repeat(15_000)).length).toBeLessThanOrEqual(15_000)
    }
  })
})

const manual = 'testdata/vue-docs-zh/src'
const files = readdirSync(manual, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))

it('gives the headings of a real manual the same ids as the renderer', async () => {
  let [same, all] = [0, 0]
  for (const file of files) {
    const text = readFileSync(join(manual, file), 'utf8')
    const ids = new Set(outline(text).map((one) => one.id))
    for (const { id } of (await render(text)).headings) {
      all++
      if (ids.has(id)) same++
    }
  }
  expect(same / all).toBeGreaterThan(0.99)
})

it('knows where each heading begins', () => {
  const text = 'Intro\r\n\r\n# One\r\ntext\n\nTwo\n---\n```\n# no\n```\n### Three ###\n'
  expect(headingLines(text).map(({ text: name, from }) => [name, text.slice(from).split(/\r?\n/)[0]])).toEqual([
    ['One', '# One'],
    ['Two', 'Two'],
    ['Three', '### Three ###'],
  ])
})
