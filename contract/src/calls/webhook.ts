import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, digits, flag, id, idOr0, json, name, nothing, requestId, text } from '../fields.ts'
import { WEBHOOK_EVENTS, WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from '../webhooks.ts'

/** A webhook without its address and its secret, which are encrypted. */
const Webhook = z.object({
  webhook_id: digits,
  /** 0 for a webhook of the site, which gets the changes of all items. */
  item_id: digits,
  name: z.string(),
  kind: z.string(),
  /** The host of the address, and its last four characters. */
  host: z.string(),
  hint: z.string(),
  has_secret: digits,
  events: z.array(z.string()),
  /** 0, or the catalog whose changes are sent, with those below it. */
  cat_id: digits,
  cat_name: z.string(),
  language: z.string(),
  is_on: digits,
  /** `ok`, `failing`, or `off`: switched off after failures. */
  state: z.string(),
  /** Times in Unix seconds; 0 for never. */
  failing_since: digits,
  /** Of the next attempt; 0 when nothing waits. */
  next_time: digits,
  last_time: digits,
  /** Why the last delivery failed: a name, and the sentence of a bot. Both "" after a success. */
  problem: z.string(),
  said: z.string(),
  /** 0: its address or secret was encrypted with another SECRET_KEY, so nothing is sent. */
  is_readable: digits,
  /** Deliveries that wait, and those that were dropped because too many waited. */
  waiting: digits,
  dropped: digits,
  /** The states of the newest deliveries, oldest first: `done`, `failed`, `dropped` or `waiting`. */
  recent: z.array(z.string()),
  addtime: digits,
  last_update_time: digits,
})

const Delivery = z.object({
  id: digits,
  event_id: z.string(),
  /** `page.changed`, or `test.ping`. */
  type: z.string(),
  /** The title of the page or the name of the catalog or item. */
  title: z.string(),
  state: z.string(),
  tries: digits,
  next_time: digits,
  /** The HTTP status of the last attempt; 0 for none. */
  status: digits,
  ms: digits,
  problem: z.string(),
  said: z.string(),
  addtime: digits,
  done_time: digits,
})

/** A delivery with what was sent and what came back, without secrets. */
const OpenDelivery = z.object({
  ...Delivery.shape,
  attempts: z.array(z.object({ time: digits, status: digits, ms: digits, problem: z.string() })),
  sent: z.string(),
  /** "" for a host inside. */
  answer: z.string(),
})

const Outcome = z.object({ status: digits, ms: digits, problem: z.string(), said: z.string() })

/** Sheaf only: addresses that changes of an item or of the site are sent to. Administrators manage those of the site (item_id 0). */
export const webhook = {
  getList: read(
    'user',
    { item_id: idOr0 },
    /** `is_out` is 0 while the operator or an administrator has switched off webhooks. */
    z.object({ list: z.array(Webhook), max: digits, is_out: digits }),
  ),
  /** Without webhook_id, creates one. An empty url or secret keeps the present one. Returns the secret of a new webhook of kind `json` once. */
  save: write(
    'user',
    {
      webhook_id: idOr0,
      item_id: idOr0,
      name: name(WEBHOOK_NAME_MAX),
      kind: text(20),
      url: text(WEBHOOK_URL_MAX),
      secret: text(200),
      events: json(z.array(z.string().max(40)).max(WEBHOOK_EVENTS.length)),
      cat_id: idOr0,
      language: text(10),
      is_on: flag,
      request_id: requestId,
    },
    z.object({ ...Webhook.shape, secret: z.string() }),
  ),
  delete: write('user', { webhook_id: id }, nothing),
  /** Sends a test.ping now, and returns its outcome. */
  test: write('user', { webhook_id: id }, Outcome, { long: true }),
  /** Both require the own password and a session. */
  secret: write('user', { webhook_id: id, password: text(1000) }, z.object({ secret: z.string() })),
  rotate: write('user', { webhook_id: id, password: text(1000) }, z.object({ secret: z.string() })),
  /** `state`: "", `failed` (with dropped ones) or `waiting`. Newest first. */
  deliveries: read(
    'user',
    { webhook_id: id, state: text(20), page: clamped(10_000), count: clamped(100) },
    z.object({ list: z.array(Delivery), total: digits, failed: digits, waiting: digits }),
  ),
  delivery: read('user', { id }, OpenDelivery),
  /** Sends a delivery again, with the same id of the event. */
  resend: write('user', { id }, Delivery),
}

/** Sheaf only: the webhooks of all items and of the site. */
export const adminWebhook = {
  getList: read(
    'admin',
    { state: text(20), host: text(255), page: clamped(10_000), count: clamped(100) },
    z.object({ list: z.array(z.object({ ...Webhook.shape, item_name: z.string(), username: z.string() })), total: digits }),
  ),
}
