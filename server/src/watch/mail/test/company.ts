import { aCatalog, aMember, anItem, aPage, aTeamMember } from '../../../test/given.ts'
import type { Product, TestUser } from '../../../test/product.ts'
import type { mailing } from './given.ts'

const PEOPLE = 40
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu']

export const zoneOf = (n: number) => ZONES[n % ZONES.length] as string

/** What a person chose: most keep the first settings. */
function settingOf(n: number) {
  const zone = zoneOf(n)
  const rows = (watched: string, to_me = 'soon') =>
    JSON.stringify({ watched: { list: true, mail: watched }, to_me: { list: true, mail: to_me } })
  const chosen: Record<number, object> = {
    6: { news_rows: rows('soon') },
    7: { news_rows: rows('weekly', 'daily') },
    8: { news_rows: rows('none'), quiet: JSON.stringify({ from: 720, to: 840, days: [] }) },
    9: { news_rows: rows('daily', 'daily'), digest_hour: 17 },
  }
  return { zone, language: n % 3 === 0 ? 'zh' : 'en', ...chosen[n % 10] }
}

interface Place {
  item_id: string
  cat_id: string
}

export interface Page {
  page_id: string
  /** In every text of it that a mail can contain. */
  number: number
  item_id: string
}

/** A company: three items with catalogs, pages whose titles and headings have a number of their own, and people with different rights. */
export async function aCompany(product: Product, given: ReturnType<typeof mailing>) {
  const owner = await product.user('owner')
  await given.reached(owner, 'owner')
  const people: (TestUser & { email: string })[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const one = await product.user('person')
    people.push(Object.assign(one, { email: await given.reached(one, `Person ${n}`, settingOf(n)) }))
  }
  const orders = await anItem(owner, { item_name: 'Order Service API', password: 'sesame' })
  const handbook = await anItem(owner, { item_name: 'Handbook' })
  const board = await anItem(owner, { item_name: 'Board', password: 'sesame' })
  await owner.api.comment.saveSettings({ item_id: handbook, comment_from: '2', comment_see: '2' })
  const [guides, calls, closed] = [
    await aCatalog(owner, orders, 'Guides'),
    await aCatalog(owner, orders, 'Calls'),
    await aCatalog(owner, orders, 'Internal'),
  ]
  for (const [n, one] of people.entries()) {
    if (n < 24) {
      const row = { edit: n % 4 === 0 || n % 4 === 3, cat_id: ['0', '0', guides, calls][n % 4] as string }
      if (n % 5 === 4) await aTeamMember(product, orders, one, row)
      else await aMember(product, orders, one, row)
    } else if (n < 32) await aMember(product, handbook, one)
    if (n % 10 === 5) await aMember(product, board, one)
  }
  const pages: Page[] = []
  const add = async (place: Place, count: number) => {
    for (let left = count; left > 0; left--) {
      const number = 100 + pages.length
      const by = place.item_id === handbook && number % 3 === 0 ? (people[24 + (number % 8)] as TestUser) : owner
      const page_id = await aPage(by, place.item_id, { ...place, page_title: titleOf(number), page_content: textOf(number, 0) })
      pages.push({ page_id, number, item_id: place.item_id })
    }
  }
  await add({ item_id: orders, cat_id: guides }, 14)
  await add({ item_id: orders, cat_id: calls }, 14)
  await add({ item_id: orders, cat_id: closed }, 5)
  await add({ item_id: handbook, cat_id: '0' }, 10)
  await add({ item_id: board, cat_id: '0' }, 4)
  const watch = (who: number, kind: 'item' | 'catalog' | 'page', subject_id: string, level = 'changes') =>
    (people[who] as TestUser).api.watch.set({ kind, subject_id, level })
  for (const n of [0, 4, 8, 12, 16, 20, 5, 9]) await watch(n, 'item', orders, n % 8 === 0 ? 'all' : 'changes')
  for (const n of [2, 6, 10, 18]) await watch(n, 'catalog', guides, n === 6 ? 'all' : 'changes')
  for (const n of [3, 7, 11, 15]) await watch(n, 'catalog', calls, 'all')
  for (const n of [24, 26, 28, 30, 33, 35, 37, 39]) await watch(n, 'item', handbook, n % 2 === 0 ? 'all' : 'changes')
  for (const n of [1, 13, 14, 17, 21, 22, 36]) await watch(n, 'page', (n < 24 ? pages[n % 4] : pages[35])?.page_id as string, 'all')
  const membersOf = ({ item_id }: Pick<Page, 'item_id'>) =>
    people.filter((_, n) => (item_id === orders ? n < 24 : item_id === handbook || n % 10 === 5))
  /** Editors of the item; some of them not of this page. */
  const editorsOf = (page: Pick<Page, 'item_id'>) =>
    membersOf(page).filter((one) => {
      const n = people.indexOf(one)
      return page.item_id === orders ? n % 4 === 0 || n % 4 === 3 : page.item_id === board || (n >= 24 && n < 32)
    })
  return { owner, people, orders, handbook, board, guides, closed, pages, membersOf, editorsOf }
}

export type Company = Awaited<ReturnType<typeof aCompany>>

export const titleOf = (number: number) => `Topic-${number}`
export const textOf = (number: number, save: number) =>
  `# Rules of Topic-${number}\n\nAn order is held for ${save} hours.\n\n# Limits of Topic-${number}\n\n${'word '.repeat(save % 7)}`
