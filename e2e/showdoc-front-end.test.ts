import { createReadStream, statSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { untilReady } from './browser.ts'
import { PASSWORD, type Site, siteOf, type TestUser } from './site.ts'
import { story } from './story.ts'

/** SHOWDOC is a folder with the source of ShowDoc 3.9, which has its built front end in web/. Without it this file is left out. */
const web = resolve(process.env['SHOWDOC'] ?? '', 'web')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The files of the front end at /web/, and our server for everything else, as an operator who keeps both would set it up. */
async function inFrontOf(url: string): Promise<Server> {
  const { hostname: host, port } = new URL(url)
  const proxy = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://here.invalid')
    const { method, headers } = asked
    if (!pathname.startsWith('/web/'))
      return void asked.pipe(
        request({ host, port, path: asked.url, method, headers }, (answer) => {
          reply.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(reply)
        }),
      )
    const file = join(web, pathname.slice('/web/'.length) || 'index.html')
    if (!file.startsWith(web + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return void reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(reply)
  })
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done))
  return proxy
}

let proxy: Server | undefined
afterAll(() => {
  proxy?.closeAllConnections()
  proxy?.close()
})

interface Answer {
  error_code: number
  data: Record<string, unknown>
}
/** Runs what sends a call of the front end, and gives the answer that it got. */
async function answerOf(page: Page, path: string, act: () => Promise<unknown>): Promise<Answer> {
  const [response] = await Promise.all([page.waitForResponse((one) => one.url().endsWith(`?s=/api/${path}`)), act()])
  const answer = (await response.json()) as Answer
  expect([path, answer.error_code]).toEqual([path, 0])
  return answer
}

story(
  'W40: the front end of ShowDoc 3.9 signs in, comments, replies, deletes, votes and subscribes, unchanged',
  async ({ start, browser }) => {
    const inner = await start()
    proxy = await inFrontOf(inner.url)
    const site: Site = siteOf(browser, { ...inner, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    const [liam, account] = [await site.user('liam', 'zh'), await site.user('emma', 'zh')]
    const { item_id } = await liam.call<{ item_id: string }>('item/add', { item_name: '支付接口' })
    const { page_id } = await liam.call<{ page_id: string }>('page/save', { item_id, page_title: '退款', page_content: '五天内到账。' })
    await liam.call('member/save', { item_id, username: account.username, cat_id: '0', member_group_id: '1' })
    await liam.call('feedback/saveSettings', { item_id, feedback_from: '2' })
    await liam.call('comment/saveSettings', { item_id, comment_from: '2', comment_see: '3' })
    const emma: TestUser = await site.visitor('zh')
    const { page } = emma

    await page.goto(`/web/#/user/login?redirect=/${item_id}/${page_id}`)
    await page.getByPlaceholder('账号').fill(account.username)
    await page.getByPlaceholder('密码').fill(PASSWORD)
    await page.getByPlaceholder('验证码').fill('abc12')
    await answerOf(page, 'user/loginByVerify', () => page.getByText('登录', { exact: true }).last().click())
    await page.getByText('五天内到账。').waitFor()

    const comments = page.locator('.page-comments')
    await comments.locator('.comment-form textarea').fill('周末也算吗？')
    await answerOf(page, 'page_comment/add', () => comments.getByText('提交评论').click())
    await comments.getByText('周末也算吗？').waitFor()
    await comments.getByText('回复', { exact: true }).click()
    await comments.locator('.reply-form textarea').fill('周末不算。')
    await answerOf(page, 'page_comment/add', () => comments.locator('.reply-form-actions > *').last().click())
    const reply = comments.locator('.reply-item').filter({ hasText: '周末不算。' })
    await reply.waitFor()
    expect(await comments.locator('.username').allTextContents()).toEqual([`👤 ${account.username}`, `↪ ${account.username}`])
    await reply.getByText('删除', { exact: true }).click()
    await answerOf(page, 'page_comment/delete', () =>
      page
        .getByText(/^确\s*[认定]$/)
        .last()
        .click(),
    )
    await reply.waitFor({ state: 'detached' })
    expect(await comments.locator('.comments-count').textContent()).toBe('共 1 条评论')

    const votes = page.locator('.page-feedback')
    await answerOf(page, 'page_feedback/submit', () => votes.getByText('有帮助 (0)', { exact: true }).click())
    await votes.getByText('有帮助 (1)', { exact: true }).waitFor()
    await answerOf(page, 'page_feedback/submit', () => votes.getByText('没有帮助 (0)').click())
    await votes.getByText('没有帮助 (1)').waitFor()
    await votes.getByText('有帮助 (0)', { exact: true }).waitFor()
    // The same again takes the vote back.
    await answerOf(page, 'page_feedback/submit', () => votes.getByText('没有帮助 (1)').click())
    await votes.getByText('没有帮助 (0)').waitFor()

    await page.locator('.fa-edit').first().click()
    await answerOf(page, 'page/setLock', () => page.getByText('插入模板').waitFor())
    await page.locator('.menu-button.dark .menu-handle').click()
    await answerOf(page, 'member/getAllList', () => page.getByText('保存并通知').last().click())
    await page.getByText('点此编辑本页面的通知人员名单').click()
    await page.getByText('单独添加人员').first().click()
    await page.locator('.select-wrapper .ant-select').click()
    await page.locator('.ant-select-item-option').filter({ hasText: liam.username }).click()
    const confirm = page.getByText(/^确\s*[认定]$/).last()
    await answerOf(page, 'subscription/savePage', () => confirm.click())
    const people = page.locator('.member-modal-content')
    await people.getByText(liam.username).waitFor()
    await answerOf(page, 'subscription/savePage', () => people.getByText('一键添加全部项目成员').click())
    await people.getByText(account.username).waitFor()
    const row = people.locator('tr').filter({ hasText: account.username })
    await answerOf(page, 'subscription/deletePage', () => row.getByText('删除', { exact: true }).click())
    await row.waitFor({ state: 'detached' })
    await page
      .getByText(/^关\s*闭$/)
      .last()
      .click()
    await answerOf(page, 'page/save', () =>
      page
        .getByText(/^确\s*[认定]$/)
        .last()
        .click(),
    )

    // The same in the interface of this site.
    await liam.open(`/${item_id}/${page_id}`)
    await untilReady(liam.page)
    const watching = await liam.call<{ level: string }>('watch/info', { kind: 'page', subject_id: page_id })
    expect(watching).toMatchObject({ level: 'changes' })
    const { threads } = await liam.call<{ threads: unknown[] }>('comment/getList', { page_id })
    expect(JSON.stringify(threads)).toContain('周末也算吗？')
    const [notice] = await liam.call<{ notice_content: string }[]>('notice/getList', { page: '1', count: '5' })
    expect(notice?.notice_content).toContain('退款')
  },
)
