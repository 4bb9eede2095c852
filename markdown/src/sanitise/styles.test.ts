import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('sanitize-html')
  vi.resetModules()
})

it('the renderer never parses styles, so the browser needs no postcss (vite-postcss-stub.ts)', async () => {
  const parses: unknown[] = []
  vi.resetModules()
  vi.doMock('sanitize-html', async (load) => {
    const { default: sanitize } = await load<{ default: typeof sanitizeHtml }>()
    return {
      default: (html: string, options: sanitizeHtml.IOptions) => {
        parses.push(options.parseStyleAttributes)
        return sanitize(html, options)
      },
    }
  })
  const { render } = await import('../index.ts')
  const { html } = await render('<p style="color: red">a</p>\n\n$x$\n\n- [ ] b', { language: 'en' })
  expect(html).toContain('style="color')
  expect(new Set(parses)).toEqual(new Set([false]))
})

it('sanitize-html uses postcss only to parse styles', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('sanitize-html'), 'utf8')
  expect(source.match(/postcssParse\b|require\('postcss[^)]*\)/g)).toEqual(['postcssParse', "require('postcss')", 'postcssParse'])
  expect(source).toMatch(/if \(options\.parseStyleAttributes\) \{\s+try \{\s+const abstractSyntaxTree = postcssParse\(/)
})
