import { expect, it } from 'vitest'
import { anItem, aPage } from '../../test/given.ts'
import { onOneDatabase } from '../../test/product.ts'
import { rendered } from './page.render.service.ts'

onOneDatabase('a page that exceeds the rendering limits', (product) => {
  it.each([
    ['quotes in quotes', `${'> '.repeat(2000)}the end`],
    ['elements in elements', `${'<b><i>'.repeat(20_000)}the end`],
    ['one long address named everywhere', `[a]: /${'b'.repeat(10_000)}\n\n${'[a]'.repeat(3000)} the end`],
  ])('is shown as plain text: %s', async (_, page_content) => {
    const writer = await product.user('writer')
    const page_id = await aPage(writer, await anItem(writer), { page_content })
    const view = await product.visitor().api.page.view({ page_id })
    expect(view).toMatchObject({ plain: true, headings: [], needs: [] })
    expect(view.html).toMatch(/^<pre class="as-written">/)
    expect(view.html).toContain('the end')
    expect(view.html.length).toBeLessThan(page_content.length * 4 + 1000)
  })

  it('renders one table of contents for a thousand markers', async () => {
    const writer = await product.user('writer')
    const page_content = '[TOC]\n\n'.repeat(1000) + '# Orders\n'.repeat(1000)
    const view = await writer.api.page.view({ page_id: await aPage(writer, await anItem(writer), { page_content }) })
    expect(view.plain).toBe(false)
    expect(view.headings).toHaveLength(1000)
    expect(view.html.match(/<nav/g)).toHaveLength(1)
  })

  it('is rendered again after a save, but not for each reader', async () => {
    const writer = await product.user('writer')
    const page = {
      page_id: Number(await aPage(writer, await anItem(writer))),
      item_id: 1,
      page_content: '*a* '.repeat(1_000_000),
      version: 1,
      is_composed: 0,
    }
    const shortTimeout = [{ threads: 1, megabytes: 512, milliseconds: 1, waiting: 10 }]
    const first = await rendered(product.server.services, page, 'en', { tries: shortTimeout })
    expect(first).toMatchObject({ plain: true, html: expect.stringContaining('*a* *a*') })
    expect(await rendered(product.server.services, page, 'en', { tries: shortTimeout })).toBe(first)
    const saved = { ...page, version: 2, page_content: '*short*' }
    expect((await rendered(product.server.services, saved, 'en')).html).toContain('<em>short</em>')
  })
})
