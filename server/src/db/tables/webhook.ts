import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Webhooks and what is sent to them. */

/** An address that changes are sent to; item_id 0: those of all items. Its address and secrets are encrypted. */
export interface Webhook {
  webhook_id: Id
  item_id: number
  /** The user who created it. */
  uid: number
  kind: string
  name: string
  url_sealed: string
  host: string
  hint: string
  secret_sealed: Generated<string>
  secret_before_sealed: Generated<string>
  secret_before_until: Generated<number>
  /** Types of changes as JSON. */
  events: string
  cat_id: Generated<number>
  language: string
  is_on: Generated<number>
  state: Generated<'ok' | 'failing' | 'off'>
  /** Failures since the last success, and the time of the first of them. */
  failures: Generated<number>
  failing_since: Generated<number>
  /** A bot sends no message before. */
  quiet_until: Generated<number>
  dropped: Generated<number>
  /** When the next delivery can begin; NEVER without one (webhook/delivery). */
  due_time: Generated<number>
  /** Until then, one server delivers for this webhook. */
  claimed_until: Generated<number>
  request_id: Generated<string>
  addtime: number
  last_update_time: number
}

/** What is sent to webhooks: a change, or a test. */
export interface WebhookEventRow {
  /** 128 random bits in hex; the `webhook-id` of every attempt. */
  event_id: string
  item_id: number
  change_id: number | null
  type: string
  title: string
  body: string
  addtime: number
}

export interface WebhookDelivery {
  id: Id
  webhook_id: number
  event_id: string
  state: 'waiting' | 'done' | 'failed' | 'dropped'
  tries: Generated<number>
  next_time: Generated<number>
  status: Generated<number>
  ms: Generated<number>
  problem: Generated<string>
  said: Generated<string>
  answer: Generated<string>
  /** The attempts as JSON. */
  attempts: Generated<string>
  addtime: number
  done_time: Generated<number>
}

/** The last change that became events. Changes before `since` become none: a restored backup does not send them again (R30). */
export interface WebhookCursor {
  last: number
  since: number
}
