import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { plainText, render, rewriteLinks } from './index.ts'

const folder = fileURLToPath(new URL('../../testdata/vue-docs-zh/src', import.meta.url))
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the Chinese documentation of Vue', () => {
  it('has its 81 pages', () => expect(pages.length).toBe(81))

  it.each(pages)('%s', async (name) => {
    const text = read(name)
    const { html, headings } = await render(text, { language: 'zh' })
    expect(headings.length).toBeGreaterThan(0)
    expect(new Set(headings.map((heading) => heading.id)).size).toBe(headings.length)
    expect(html).not.toMatch(/^:::/m)
    expect(html).not.toContain('x-dropped')
    expect(plainText(text).length).toBeGreaterThan(20)
    expect(rewriteLinks(text, () => undefined)).toBe(text)

    // rewriteLinks found every link of the HTML.
    const offered = new Set<string>()
    rewriteLinks(text, (target) => void offered.add(encodeURI(decodeURI(target))))
    const shown = [...html.matchAll(/<a href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))
    const bare = (url: string) => text.includes(`<${url}>`) || url.startsWith('mailto:')
    expect(shown.filter((url) => !url.startsWith('#') && !bare(url) && !offered.has(url))).toEqual([])
  })

  it('returns the headings of one page', async () => {
    const { headings } = await render(read('guide/essentials/class-and-style.md'))
    expect(headings.map(({ id, level }) => `${level} ${id}`)).toEqual([
      '1 class-and-style-bindings',
      '2 binding-html-classes',
      '3 binding-to-objects',
      '3 binding-to-arrays',
      '3 with-components',
      '2 binding-inline-styles',
      '3 binding-to-objects-1',
      '3 binding-to-arrays-1',
      '3 auto-prefixing',
      '3 multiple-values',
    ])
  })
})
