import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { untilSettled } from './settled.ts'
import { story } from './story.ts'

const hit = (n: number) => `window.__mark=(window.__mark||[]).concat(${n})`
/** Texts that try to run code, load resources or navigate, one of each kind (S68). None must have an effect. */
const MARKERS = `# Markers

<script>${hit(1)}</script>
<img src="x" onerror="${hit(2)}">
<a href="javascript:${hit(3)}">three</a> [four](javascript:${hit(4)}) [five](vbscript:x) [six](data:text/html,<script>${hit(6)}</script>)
<iframe srcdoc="<script>parent.${hit(7)}</script>"></iframe>
<object data="javascript:${hit(8)}"></object><embed src="javascript:${hit(9)}">
<svg onload="${hit(10)}"><script>${hit(11)}</script><a href="javascript:${hit(12)}"><text y="20">twelve</text></a></svg>
<div style="background:url(/api/common/version?sink=13);position:fixed;inset:0">thirteen</div>
<meta http-equiv="refresh" content="0;url=/user/login"><base href="https://evil.invalid/"><link rel="stylesheet" href="/sink.css">
<form action="/sink"><button formaction="javascript:${hit(14)}">fourteen</button></form>
<math><mtext><table><mglyph><style><img src=x onerror="${hit(15)}"></style></mglyph></table></mtext></math>
<details open ontoggle="${hit(16)}">sixteen</details>

\`\`\`mermaid
graph LR
  A["<img src=x onerror='${hit(17)}'>"] --> B
  click A "javascript:${hit(18)}"
\`\`\`

The end of the page.
`

/** Clicks everything clickable in the text and checks that no code ran, no forbidden address was requested and no navigation happened. */
async function mustHaveNoEffect(page: Page, where: string, open: () => Promise<unknown>) {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await open()
  const address = page.url()
  await untilSettled(page)
  for (const text of ['three', 'four', 'twelve', 'fourteen']) {
    const element = page.getByText(text, { exact: true }).first()
    if (await element.isVisible().catch(() => false)) await element.click({ timeout: 1000, force: true }).catch(() => {})
  }
  await untilSettled(page)
  expect([where, await page.evaluate(() => (window as unknown as { __mark?: number[] }).__mark ?? [])]).toEqual([where, []])
  expect([where, requested.filter((url) => /sink|evil|javascript:|vbscript:/.test(url))]).toEqual([where, []])
  expect([where, page.url()]).toEqual([where, address])
}

story('S68: no text runs code, loads resources or navigates on any screen that shows it', async ({ site }) => {
  const writer = await site.user('writer', 'en')
  const { page } = writer
  const make = <T>(path: string, form: Record<string, string>) => writer.call<T>(path, form)
  const { item_id } = await make<{ item_id: string }>('item/add', { item_name: 'Markers' })
  const title = `<img src=x onerror="${hit(20)}">`
  const { page_id } = await make<{ page_id: string }>('page/save', { item_id, page_title: title, page_content: MARKERS })
  await make('page/save', { page_id, item_id, page_title: title, page_content: `${MARKERS}\nOnce more.`, page_comments: title })
  const { unique_key } = await make<{ unique_key: string }>('page/createSinglePage', { page_id, isCreateSiglePage: 'true' })
  const [state] = await make<{ page_history_id: string }[]>('page/history', { page_id, brief: '1' })
  const end = () => page.getByText('The end of the page.').first().waitFor()

  for (const [where, path] of [
    ['item view', `/${item_id}/${page_id}`],
    ['by key', `/p/${unique_key}`],
    ['by number', `/page/${page_id}`],
    ['diff', `/page/diff/${page_id}/${state?.page_history_id}`],
  ] as const)
    await mustHaveNoEffect(page, where, async () => {
      await page.goto(path)
      await (where === 'diff' ? page.getByText('Once more.').first().waitFor() : end())
    })
  await mustHaveNoEffect(page, 'editor and preview', async () => {
    await page.goto(`/page/edit/${item_id}/${page_id}`)
    await end()
  })
  await mustHaveNoEffect(page, 'history', async () => {
    await page.getByRole('button', { name: editorWords.en.more, exact: true }).click()
    await page.getByRole('menuitem', { name: editorWords.en.history, exact: true }).click()
    await page.locator('.hist-one').first().waitFor()
  })
  await page.goto(`/${item_id}`)

  const phone = await site.visitor('en', { width: 390, height: 844 })
  await mustHaveNoEffect(phone.page, 'phone', async () => {
    await phone.page.goto(`/${item_id}/${page_id}`)
    await phone.page.getByText('The end of the page.').first().waitFor()
  })
  await phone.context.close()

  const single = await make<{ item_id: string }>('item/add', { item_name: 'One page', item_type: '2' })
  const { menu } = await make<{ menu: { pages: { page_id: string }[] } }>('item/info', { item_id: single.item_id })
  await make('page/save', { page_id: menu.pages[0]?.page_id ?? '', page_title: 'One', page_content: MARKERS })
  await mustHaveNoEffect(page, 'single page', async () => {
    await page.goto(`/${single.item_id}`)
    await end()
  })
})
