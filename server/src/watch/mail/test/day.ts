import { expect } from 'vitest'
import { numbersFrom } from '../../../../../test/numbers.ts'
import { type Product, Refused, type TestUser } from '../../../test/product.ts'
import { sampleZip } from '../../../zip/test/zip-sample.ts'
import { type Company, textOf, titleOf } from './company.ts'

/** Undefined for what the person may not do. */
export const allowed = <T>(call: Promise<T>) =>
  call.catch((error: unknown) => {
    if (error instanceof Refused) return undefined
    throw error
  })

type Kind = 'save' | 'comment' | 'read'

interface Action {
  minute: number
  kind: Kind
  /** Numbers from 0 to 1 that choose the person, the page and the rest. */
  by: number
  page: number
  more: number
}

/** What happens from 07:00 to 18:00, in its order; few people write much, and few pages change often. */
export function actionsOfDay(seed: number, counts: Record<Kind, number>): Action[] {
  const next = numbersFrom(seed)
  const actions = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({
      minute: Math.floor(420 + next() * 660),
      kind: kind as Kind,
      by: next() ** 2,
      page: next() ** 2,
      more: next(),
    })),
  )
  return actions.sort((one, other) => one.minute - other.minute)
}

const anyOf = <T>(list: readonly T[], part: number) => list[Math.floor((part % 1) * list.length)] as T

/** What people of the company do; where they may not, its owner does it. */
export function doing({ owner, pages, membersOf, editorsOf }: Company) {
  /** The page of each comment, by the words that only this comment has. */
  const remarks = new Map<string, string>()
  let saves = 0
  return {
    remarks,
    saves: () => saves,
    async save({ by, page: at, more }: Action) {
      const page = anyOf(pages, at)
      const { page_id, number } = page
      const text = { page_title: titleOf(number), page_content: textOf(number, ++saves) }
      const fields = { page_id, ...text, is_minor: more < 0.1 ? '1' : '0' }
      if (!(await allowed(anyOf(editorsOf(page), by).api.page.save(fields)))) await owner.api.page.save(fields)
    },
    async comment({ by, page: at, more }: Action) {
      const page = anyOf(pages, at)
      const { page_id } = page
      const remark = `remark-${remarks.size}-`
      remarks.set(remark, page_id)
      const asked = anyOf(membersOf(page), more * 7)
      const content = `${remark} is this so? ${more < 0.5 ? `@[${asked.username}](user:${asked.uid})` : ''}`
      const open = more > 0.6 ? (await owner.api.comment.getList({ page_id, state: 'open' })).threads : []
      const thread_id = open.length > 0 ? anyOf(open, more * 3).thread_id : '0'
      const draft = { page_id, content, thread_id }
      if (!(await allowed(anyOf(membersOf(page), by).api.comment.add(draft)))) await owner.api.comment.add(draft)
    },
    async read({ by, page: at, more }: Action) {
      const page = anyOf(pages, at)
      const { page_id } = page
      const { api } = anyOf(membersOf(page), by)
      await allowed(api.page.view({ page_id, unique_key: '', language: 'en' }))
      if (more < 0.5) await allowed(api.comment.getList({ page_id, state: '' }))
      if (more > 0.7) await api.notice.setAllRead({})
    },
  }
}

/** By the minute of the day: people lose rights, pages go where fewer may read them, and an import makes sixty pages. */
export function turnsOf(product: Product, { owner, people, orders, handbook, board, guides, closed, pages }: Company) {
  const lose = async (who: TestUser | undefined) => {
    const own = (await owner.api.member.getList({ item_id: orders })).find((one) => one.uid === who?.uid)
    await owner.api.member.delete({ item_id: orders, item_member_id: own?.item_member_id ?? '' })
  }
  const move = async (some: typeof pages, to_item_id: string, to_cat_id: string) => {
    const lines = JSON.stringify(some.map(({ page_id }) => ({ page_id })))
    const made = await owner.api.tree.move({ item_id: orders, lines, to_item_id, to_cat_id, checked: '', password: owner.password })
    expect(made.pages).toBe(String(some.length))
    for (const page of some) page.item_id = to_item_id
  }
  const turns: Record<number, () => Promise<unknown>> = {
    600: () => lose(people[5]),
    690: () => lose(people[12]),
    // Readers of a single catalog do not see the closed one.
    720: () => move(pages.slice(0, 3), orders, closed),
    async 750() {
      const files = Array.from({ length: 60 }, (_, n) => ({ name: `m/${n}.md`, data: `# Imported ${n}\n\ntext\n` }))
      const reply = await product.upload(owner, 'import/auto', { item_id: handbook }, { name: 'm.zip', bytes: sampleZip(files) })
      expect(reply.json()).toMatchObject({ error_code: 0 })
    },
    780: () => move(pages.slice(14, 22), board, '0'),
    960: () => lose(people[0]),
    1020: () => owner.api.member.save({ item_id: orders, username: people[9]?.username ?? '', member_group_id: '0', cat_id: guides }),
  }
  return turns
}
