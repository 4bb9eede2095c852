import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { shareWords } from '../web/src/reading/reading.words.ts'
import { historyWords } from '../web/src/versions/history/history.words.ts'
import { mergeWords } from '../web/src/versions/merge/merge.words.ts'
import { editorWords, lockWords } from '../web/src/writing/editor.words.ts'
import { testLanguages } from './browser.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

const START = 'Stock is counted twice.\n\nShelves are numbered.\n\nOrders leave at noon.'

/** Lets the lock expire, as after five minutes without a renewal. */
function lapseLock({ folder }: Site, page_id: string) {
  const database = new DatabaseSync(join(folder, 'sheaf.db'))
  database.exec(`pragma busy_timeout = 5000; update page_lock set until = 1 where page_id = ${page_id}`)
  database.close()
}

/** Types at the end of the line that contains this text. */
async function writeAfter(page: Page, line: string, text: string) {
  await page.locator('.cm-line', { hasText: line }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

describe.each(testLanguages('en'))('two editors on one page in %s', (language) => {
  const [editor, lock, merge, past, share] = [editorWords, lockWords, mergeWords, historyWords, shareWords].map(
    (words) => words[language],
  ) as [
    (typeof editorWords)['en'],
    (typeof lockWords)['en'],
    (typeof mergeWords)['en'],
    (typeof historyWords)['en'],
    (typeof shareWords)['en'],
  ]
  let lead: TestUser
  let ben: TestUser
  let item_id = ''
  story.beforeAll(async ({ site }) => {
    lead = await site.user('lead', language)
    ben = await site.user('ben', language)
    item_id = (await lead.call<{ item_id: string }>('item/add', { item_name: 'Warehouse', password: 'sesame' })).item_id
    await lead.call('member/save', { item_id, username: ben.username, cat_id: '0', member_group_id: '1' })
  })

  const newPage = async (page_content = START) =>
    (await lead.call<{ page_id: string }>('page/save', { item_id, page_title: 'Shelves', page_content })).page_id
  const open = async ({ page }: TestUser, page_id: string) => {
    await page.goto(`/page/edit/${item_id}/${page_id}`)
    await page.locator('.cm-content').waitFor()
  }
  const saved = ({ page }: TestUser) => page.locator('.ed-state', { hasText: /\d\d:\d\d/ }).waitFor()
  const save = async (user: TestUser) => {
    await user.page.keyboard.press('Control+s')
    await saved(user)
  }
  const textOf = async (page_id: string) => (await lead.call<{ page_content: string }>('page/info', { page_id })).page_content

  story('R09: the second editor sees who holds the lock, waits, and can edit when the first has left', async () => {
    const page_id = await newPage()
    await open(lead, page_id)
    await lead.page
      .getByText(/\d\d:\d\d/)
      .last()
      .waitFor()
    await ben.page.clock.install()
    await ben.page.goto(`/page/edit/${item_id}/${page_id}`)
    await ben.page.getByRole('dialog', { name: lock.busyTitle(lead.username) }).waitFor()
    await ben.page.getByRole('button', { name: lock.again }).click()
    await ben.page.getByText(lock.stillBusy(lead.username)).waitFor()
    await lead.page.goto(`/${item_id}/${page_id}`)
    // The request that releases the lock is not awaited by the page.
    await expect.poll(async () => (await lead.call<{ lock: number }>('page/isLock', { page_id })).lock).toBe(0)
    await ben.page.clock.fastForward(16_000)
    await ben.page.getByRole('dialog', { name: lock.freeTitle }).waitFor()
    await ben.page.getByRole('button', { name: lock.edit }).click()
    await writeAfter(ben.page, 'Shelves', ' Twice a year.')
    await save(ben)
    expect(await textOf(page_id)).toContain('Shelves are numbered. Twice a year.')
    await ben.page.goto(`/${item_id}`)
  })

  story('the second editor takes over an expired lock, and the changes of both are merged without loss', async ({ site }) => {
    const page_id = await newPage()
    await lead.page.clock.install()
    await open(lead, page_id)
    await writeAfter(lead.page, 'Stock', ' By lead.')
    lapseLock(site, page_id)
    await open(ben, page_id)
    await writeAfter(ben.page, 'Orders', ' By Ben.')
    await save(ben)
    await lead.page.clock.fastForward(181_000)
    await lead.page.getByText(lock.lost(ben.username)).waitFor()
    await lead.page.keyboard.press('Control+s')
    await lead.page.getByRole('dialog', { name: merge.title(ben.username) }).waitFor()
    await lead.page.getByText(merge.clean(ben.username)).waitFor()
    await lead.page.getByRole('button', { name: merge.save }).click()
    await saved(lead)
    expect(await textOf(page_id)).toBe('Stock is counted twice. By lead.\n\nShelves are numbered.\n\nOrders leave at noon. By Ben.')

    // Both editors change the same line.
    await open(ben, page_id).catch(() => {})
    await writeAfter(lead.page, 'Shelves', ' From the door.')
    await ben.call('page/save', {
      page_id,
      item_id,
      page_title: 'Shelves',
      page_content: 'Stock is counted twice. By lead.\n\nShelves are numbered from the wall.\n\nOrders leave at noon. By Ben.',
    })
    await lead.page.keyboard.press('Control+s')
    await lead.page.getByText(merge.open(1)).waitFor()
    await lead.page.getByRole('button', { name: merge.takeBoth }).click()
    await lead.page.getByRole('button', { name: merge.save }).click()
    await saved(lead)
    const text = await textOf(page_id)
    for (const part of ['numbered. From the door.', 'numbered from the wall.', 'By lead.', 'By Ben.']) expect(text).toContain(part)
    const revisions = await lead.call<{ page_content: string }[]>('page/history', { page_id })
    expect(revisions[0]?.page_content).toContain('numbered from the wall.')
    await ben.page.goto(`/${item_id}`)
  })

  story('a crash during an edit loses at most half a minute of work', async () => {
    const page_id = await newPage()
    const { context } = lead
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`/page/edit/${item_id}/${page_id}`)
    await writeAfter(page, 'Shelves', ' Written before the crash.')
    await page.clock.fastForward(31_000)
    await page.locator('.ed-foot', { hasText: new RegExp(editor.draftKept('.*')) }).waitFor()
    const crashed = page.waitForEvent('crash')
    await Promise.race([page.goto('chrome://crash').catch(() => {}), crashed])
    await page.close()
    await open(lead, page_id)
    expect(await lead.page.locator('.cm-content').textContent()).not.toContain('before the crash')
    await lead.page.getByRole('button', { name: editor.restore }).click()
    await lead.page.locator('.cm-line', { hasText: 'Written before the crash.' }).waitFor()
    await save(lead)
    expect(await textOf(page_id)).toContain('Shelves are numbered. Written before the crash.')
    await lead.page.goto(`/${item_id}`)
  })

  story('an older revision is compared and restored, and the replaced one remains in the history', async () => {
    const page_id = await newPage()
    await lead.call('page/save', { page_id, item_id, page_title: 'Shelves', page_content: 'broken' })
    await open(lead, page_id)
    await lead.page.getByRole('button', { name: editor.more, exact: true }).click()
    await lead.page.getByRole('menuitem', { name: past.history, exact: true }).click()
    await lead.page.locator('.hist-pick').first().click()
    const [diff] = await Promise.all([
      lead.context.waitForEvent('page'),
      lead.page
        .getByRole('link', { name: new RegExp(past.compareOf('.*').replace(/[（(].*/, '')) })
        .first()
        .click(),
    ])
    await diff.getByText('Shelves are numbered.').first().waitFor()
    await diff.close()
    await lead.page
      .locator('.hist-acts')
      .getByRole('button', { name: new RegExp(past.restoreOf('.*')) })
      .first()
      .click()
    await lead.page.locator('.cm-line', { hasText: 'Shelves are numbered.' }).waitFor()
    expect(await textOf(page_id)).toBe('broken')
    await save(lead)
    expect(await textOf(page_id)).toBe(START)
    const [newest] = await lead.call<{ page_content: string }[]>('page/history', { page_id })
    expect(newest?.page_content).toBe('broken')
    await lead.page.goto(`/${item_id}`)
  })

  story('a withdrawn single-page link stops working immediately, and the next link is different', async ({ site }) => {
    const page_id = await newPage('For your eyes.')
    const visitor = await site.visitor(language)
    const { page } = lead
    const toggle = async () => {
      await lead.open(`/${item_id}/${page_id}`)
      await page.getByRole('button', { name: share.share }).first().click()
      await page.getByRole('switch', { name: share.anyone }).click()
    }
    const keyOf = async () => (await lead.call<{ unique_key: string }>('page/info', { page_id })).unique_key
    await toggle()
    await page.getByRole('textbox', { name: share.anyoneLink }).waitFor()
    const first = await keyOf()
    await visitor.page.goto(`/p/${first}`)
    await visitor.page.getByText('For your eyes.').waitFor()
    await toggle()
    await page.getByRole('button', { name: share.stopAction }).click()
    await expect.poll(keyOf).toBe('')
    await visitor.page.reload()
    await expect.poll(() => visitor.page.getByText('For your eyes.').count()).toBe(0)
    await toggle()
    await expect.poll(keyOf).not.toBe('')
    expect(await keyOf()).not.toBe(first)
    await visitor.context.close()
  })
})
