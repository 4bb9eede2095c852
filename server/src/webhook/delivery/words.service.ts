import { plainText } from '@sheaf/markdown'
import { withMentionNames } from '@sheaf/markdown/small'
import { siteSettings } from '../../common/settings.store.ts'
import type { Services } from '../../context.ts'
import type { OutgoingEvent } from '../form/event.ts'

type WithStore = Pick<Services, 'store'>

/**
 * The events with the current texts of comments, notes and requests. It is not stored with an event: what was deleted or is in another
 * item meanwhile is not sent (S145, S147). A site whose mails hold no content sends only what happened, and where.
 */
export async function withWords(services: WithStore, events: OutgoingEvent[]): Promise<OutgoingEvent[]> {
  if (!events.some(({ body }) => body.about)) return events
  const isBare = (await siteSettings(services)).mail_content === '0'
  const words = isBare ? new Map<string, string>() : await wordsOf(services, events)
  return events.map((event) => {
    const { about, item } = event.body
    if (!about) return event
    if (isBare) return bare(event)
    const found = words.get(keyOf(about.kind, about.id, item?.id ?? 0))
    return found ? { ...event, body: { ...event.body, words: found } } : event
  })
}

const keyOf = (kind: string, id: number, item_id: number) => `${kind} ${id} ${item_id}`

const bare = ({ body: { item, page, ...body }, ...event }: OutgoingEvent): OutgoingEvent => ({
  ...event,
  title: '',
  body: { ...body, by: null, item: item && { ...item, name: '' }, page: page && { ...page, title: '', path: [] } },
})

async function wordsOf({ store: { db } }: WithStore, events: OutgoingEvent[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => events.flatMap(({ body: { about } }) => (about?.kind === kind && about.id > 0 ? [about.id] : []))
  const found = new Map<string, string>()
  const [comments, notes, asks] = [idsOf('comment'), idsOf('note'), idsOf('ask')]
  if (comments.length > 0) {
    const there = db.selectFrom('page_comment as c').innerJoin('page as p', 'p.page_id', 'c.page_id')
    const rows = await there
      .select(['c.comment_id', 'p.item_id', 'c.content'])
      .where('c.comment_id', 'in', comments)
      .where('c.is_deleted', '=', 0)
      .where('p.is_del', '=', 0)
      .execute()
    for (const { comment_id, item_id, content } of rows)
      found.set(keyOf('comment', comment_id, item_id), plainText(withMentionNames(content)).trim())
  }
  if (notes.length > 0) {
    const there = db.selectFrom('page_feedback').select(['feedback_id', 'item_id', 'note'])
    for (const { feedback_id, item_id, note } of await there.where('feedback_id', 'in', notes).execute())
      found.set(keyOf('note', feedback_id, item_id), note)
  }
  if (asks.length > 0) {
    const there = db.selectFrom('access_ask').select(['ask_id', 'item_id', 'note'])
    for (const { ask_id, item_id, note } of await there.where('ask_id', 'in', asks).where('state', '=', 'open').execute())
      found.set(keyOf('ask', ask_id, item_id), note)
  }
  return found
}
