import { expect } from 'vitest'
import { changeWords, feedWords } from '../web/src/change/change.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const table = (required: string) =>
  `## Request\n\n| name | type | required | description |\n|---|---|---|---|\n| qty | int | ${required} | Pieces |\n`
const became = { en: 'qty became required', zh: 'qty 改为必填' }

story.for(testLanguages('zh'))(
  'a reader sees in words what another user changed, and subscribes to the item, in %s',
  async (language, { site }) => {
    const [t, feed, reading] = [changeWords[language], feedWords[language], readingWords[language]]
    const owner = await site.user('writer', language)
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders' })
    const page = { item_id, page_title: 'Create an order' }
    const { page_id } = await owner.call<{ page_id: string }>('page/save', { ...page, page_content: table('no') })
    await owner.call('page/save', { ...page, page_id, item_id, page_title: 'Create an order', page_content: table('no') })
    const other = await site.user('editor', language)
    await owner.call('member/save', { item_id, username: other.username, member_group_id: '1', cat_id: '0' })
    await other.call('page/save', { ...page, page_id, page_content: table('yes') })

    const reader = await site.visitor(language)
    await reader.open(`/${item_id}/${page_id}`)
    await reader.page.getByRole('button', { name: reading.more }).click()
    await reader.page.getByRole('menuitem', { name: reading.changes }).click()
    await reader.page.getByText(became[language]).waitFor()
    expect(await reader.page.getByText(other.username).count()).toBeGreaterThan(0)
    expect(await reader.page.getByRole('link', { name: t.compare }).count()).toBe(0)
    await reader.page.getByRole('combobox', { name: t.kind }).selectOption({ label: t.kindMoved })
    await reader.page.getByText(t.noneFound).waitFor()
    await reader.page.getByRole('button', { name: t.clear }).click()
    await reader.page.getByText(became[language]).waitFor()

    await reader.page.getByRole('button', { name: t.subscribe }).click()
    const address = await reader.page.getByRole('textbox', { name: feed.atom }).inputValue()
    expect(new URL(address).pathname).toBe(`/${item_id}/changes.atom`)
    const { pathname, search } = new URL(address)
    expect(await (await fetch(site.url + pathname + search)).text()).toContain('Create an order')
    expect(reader.browserErrors).toEqual([])
  },
)
