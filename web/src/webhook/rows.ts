import type { WebhookKind } from '@sheaf/contract/webhooks'
import type { api } from '../lib/api.ts'

export type Webhook = Awaited<ReturnType<typeof api.webhook.getList>>['list'][number]
export type SavedWebhook = Awaited<ReturnType<typeof api.webhook.save>>
export type Delivery = Awaited<ReturnType<typeof api.webhook.deliveries>>['list'][number]
export type Outcome = Awaited<ReturnType<typeof api.webhook.test>>

export const kindOf = ({ kind }: Pick<Webhook, 'kind'>) => kind as WebhookKind

/** The events of a webhook as the form groups them. Those of the site and of items have the same groups. */
export const eventGroups = {
  changed: ['page.changed'],
  added: ['page.created', 'item.imported'],
  gone: ['page.deleted', 'page.moved', 'page.recovered', 'item.archived'],
  opened: ['suggestion.opened'],
  decided: ['suggestion.accepted', 'suggestion.declined', 'suggestion.withdrawn'],
  comments: ['comment.created', 'comment.resolved'],
  notes: ['feedback.note'],
  visitors: ['feedback.visitors'],
  asks: ['access.asked'],
  reviews: ['page.verified', 'review.due'],
  catalogs: ['catalog.created', 'catalog.renamed', 'catalog.moved', 'catalog.deleted'],
} as const
export type EventGroup = keyof typeof eventGroups
export const groupNames = Object.keys(eventGroups) as EventGroup[]

export const groupsOf = (events: readonly string[]) =>
  groupNames.filter((group) => eventGroups[group].some((event) => events.includes(event)))
