import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { speakMadeUp } from './made-up-language.ts'
import { untilSettled } from './settled.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/* A third language, made up for this test, on a phone. Content is in Chinese, so that every English word is a text of the product. */
const PHONE = { width: 390, height: 844 }
let visitor: TestUser
let admin: TestUser
const ids: Record<string, string> = {}

story.beforeAll(async ({ start }) => {
  const site = await start()
  visitor = await site.visitor('en', PHONE)
  admin = await site.admin('en', PHONE)
  const make = <T>(path: string, form: Record<string, string>) => admin.call<T>(path, form)
  const item = async (form: Record<string, string>) => (await make<{ item_id: string }>('item/add', form)).item_id
  ids['item'] = await item({ item_name: '手册' })
  ids['empty'] = await item({ item_name: '空' })
  ids['locked'] = await item({ item_name: '私有', password: 'seal' })
  const form = { item_id: ids['item'], page_title: '开始' }
  ids['page'] = (await make<{ page_id: string }>('page/save', { ...form, page_content: '正文。' })).page_id
  await make('page/save', { ...form, page_id: ids['page'], page_content: '正文，修改。' })
  const { cat_id } = await make<{ cat_id: string }>('catalog/save', { item_id: ids['item'], cat_name: '部分' })
  await make('page/save', { item_id: ids['item'], cat_id, page_title: '下一页', page_content: '正文。' })
  const single = await make<{ unique_key: string }>('page/createSinglePage', { page_id: ids['page'], isCreateSiglePage: 'true' })
  ids['key'] = single.unique_key
  ids['history'] = (await make<{ page_history_id: string }[]>('page/history', { page_id: ids['page'] }))[0]?.page_history_id ?? ''
  const proposed = { page_id: ids['page'], base_version: '2', page_title: '开始', page_content: '正文，建议。', reason: '更清楚' }
  ids['suggestion'] = (await make<{ suggestion_id: string }>('suggestion/save', proposed)).suggestion_id
  const subjects = JSON.stringify([{ kind: 'item', subject_id: ids['item'] }])
  await make('review/set', { item_id: ids['item'], subjects, days: '90' })
  await make('feedback/saveSettings', { item_id: ids['item'], feedback_from: '2', feedback_show: '1' })
  await make('feedback/give', { page_id: ids['page'], feedback_type: '2', note: '意见' })
  ids['team'] = (await make<{ id: string }>('team/save', { team_name: '团队' })).id
  await make('itemGroup/save', { group_name: '分组', item_ids: ids['item'] })
  await speakMadeUp(visitor.page)
  await speakMadeUp(admin.page)
})

/** Names, dates, units and the server's texts, which the made-up language does not have. */
const KNOWN =
  /^(?:admin|now|ago|minutes?|seconds?|hours?|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|KB|MB|GB|Ctrl|English|POST|StartTLS|LDAPS)$/

/** Words in unaccented letters that a user sees or a screen reader reads, outside code, content and names. */
const englishOn = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const skipped = 'script, noscript, style, code, pre, kbd, samp, .kbd, .mono, body [lang], textarea, svg title, [translate=no]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(skipped)) texts.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(skipped)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    }
    texts.push(document.title)
    return texts.filter((text) => /[A-Za-z]{3}/.test(text))
  })

async function check({ page, go }: TestUser, path: string) {
  await go(path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''))
  await untilSettled(page)
  const english = (await englishOn(page)).filter((text) =>
    (text.match(/(?<![\p{L}\d_.@/-])[A-Za-z]{3,}(?![\p{L}\d_@/]|[.:]\w)/gu) ?? []).some((word) => !KNOWN.test(word)),
  )
  const tooWide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
      .slice(0, 8)
  })
  expect({ accented: /[àéíöû]/i.test(await page.content()), english, tooWide }).toEqual({ accented: true, english: [], tooWide: [] })
}

describe('a third language, 30 % longer, fits on a phone and has no English texts', () => {
  story.for([
    '/',
    '/user/login',
    '/user/secondStep?trust_days=30',
    '/user/register',
    '/user/resetPassword',
    '/item/password/{locked}',
    '/{item}/{page}',
    '/p/{key}',
    '/no/such/page',
  ])('for an anonymous visitor on %s', async (path) => {
    await check(visitor, path)
  })

  story.for([
    '/item/index',
    '/item/add',
    '/item/group/index',
    '/{item}/{page}',
    '/{empty}',
    '/page/edit/{item}/{page}',
    '/page/diff/{page}/{history}',
    '/page/suggest/{item}/{page}',
    '/page/suggestion/{suggestion}',
    '/item/suggestion/{item}',
    '/item/feedback/{item}',
    '/item/changes/{item}',
    '/item/truth/{item}',
    '/item/review/{item}',
    '/item/review/{item}?tab=report',
    '/review',
    '/item/sources/{item}',
    '/item/sources/{item}?add=1',
    '/catalog/{item}',
    '/item/export/{item}',
    '/item/setting/{item}?tab=basic',
    '/item/setting/{item}?tab=members',
    '/item/setting/{item}?tab=public',
    '/item/setting/{item}?tab=talk',
    '/item/setting/{item}?tab=webhooks',
    '/item/setting/{item}?tab=advanced',
    '/item/setting/{item}?tab=api',
    '/item/setting/{item}?tab=recycle',
    '/notice/index',
    '/team/index',
    '/team/member/{team}',
    '/team/item/{team}',
    '/attachment/index',
    '/user/setting',
    '/user/security',
    '/user/tokens',
    '/user/watching',
    '/admin/index?section=overview',
    '/admin/index?section=users',
    '/admin/index?section=items',
    '/admin/index?section=attachments',
    '/admin/index?section=login',
    '/admin/index?section=programs',
    '/admin/index?section=webhooks',
    '/admin/index?section=settings',
    '/admin/index?section=showdoc',
    '/admin/index?section=messages',
    '/admin/index?section=log',
    '/admin/index?section=update',
  ])('for an administrator on %s', async (path) => {
    await check(admin, path)
  })
})
