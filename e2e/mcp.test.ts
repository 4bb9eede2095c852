import { describe, expect } from 'vitest'
import { connectWords } from '../web/src/token/connect.words.ts'
import { tokenWords } from '../web/src/token/token.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

describe.each(testLanguages('zh'))('an agent in %s', (language) => {
  const [t, words] = [connectWords[language], tokenWords[language]]

  story('is connected with the lines of the screen, and reads a page', async ({ site }) => {
    const emma = await site.user('emma', language)
    const { page } = emma
    const { item_id } = await emma.call<{ item_id: string }>('item/add', { item_name: 'Orders', password: 'seal' })
    const { page_id } = await emma.call<{ page_id: string }>('page/save', { item_id, page_title: 'Create', page_content: 'Send qty' })
    await page.goto('/user/tokens')
    await page.getByRole('button', { name: words.add }).first().click()
    await page.getByLabel(words.name, { exact: true }).fill('Atlas')
    await page.getByRole('button', { name: words.create, exact: true }).click()
    await page.getByRole('tab', { name: t.others }).click()
    const lines = await page.getByRole('tabpanel', { name: t.others }).locator('pre').innerText()
    const [, url = ''] = /URL: (\S+)/.exec(lines) ?? []
    const [, token = ''] = /Bearer (sheaf_pat_[\w-]+)/.exec(lines) ?? []
    expect(url).toBe(`${site.url}/mcp`)

    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'fetch', arguments: { id: page_id } } }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
    })
    expect(await response.json()).toMatchObject({ result: { structuredContent: { title: 'Create', text: 'Send qty' } } })
  })
})
