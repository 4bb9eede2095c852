import type { Language } from '@sheaf/contract'
import type { WebhookKind } from '@sheaf/contract/webhooks'
import type { Services } from '../../context.ts'
import { OutboundFailure } from '../../outbound/place.ts'
import { botRequest } from '../form/bot.ts'
import { linksOf, type OutgoingEvent } from '../form/event.ts'
import { jsonBody, signedHeaders } from '../form/json.ts'
import { type Judged, judge } from '../form/response.ts'
import { unsealed, validFormer } from '../webhook.rules.ts'
import type { WebhookRow } from '../webhook.store.ts'
import type { Attempt } from './delivery.store.ts'
import { withWords } from './words.service.ts'

export type SendServices = Pick<Services, 'config' | 'outbound' | 'store'>

/** The parts of a webhook that a request needs, in clear text. */
interface Target {
  kind: WebhookKind
  language: Language
  url: string
  /** The secrets that sign: the newest, and those before it while they are valid. Empty for a bot without a secret. */
  secrets: string[]
}

/** Undefined when another SECRET_KEY encrypted the address or the secret: then nothing is sent (R29). */
export function targetOf(services: SendServices, webhook: WebhookRow, at: number): Target | undefined {
  const url = unsealed(services, 'url', webhook.url_sealed)
  const secret = unsealed(services, 'secret', webhook.secret_sealed)
  const former = validFormer(webhook, at).map((sealed) => unsealed(services, 'secret', sealed) ?? '')
  if (url === undefined || url === '' || secret === undefined || (webhook.kind === 'json' && secret === '')) return undefined
  const secrets = [secret, ...former].filter((one) => one !== '')
  return { kind: webhook.kind as WebhookKind, language: webhook.language as Language, url, secrets }
}

const clockIn = (SITE_TZ: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: SITE_TZ, hour: '2-digit', minute: '2-digit' })
  return (at: number) => format.format(at * 1000)
}

/** The request for these events: one for a program, one or more for a bot. */
export function requestFor(
  { config }: Pick<Services, 'config'>,
  { kind, language, url, secrets }: Target,
  events: OutgoingEvent[],
  at: number,
) {
  const links = linksOf(config)
  const [event] = events
  if (kind === 'json' && event) {
    const body = jsonBody(event, language, links)
    return { url, body, headers: signedHeaders(secrets, event.event_id, at, body) }
  }
  if (kind === 'json') throw new Error('a request needs an event')
  const request = botRequest(kind, url, secrets[0] ?? '', at, events, { language, links, clock: clockIn(config.SITE_TZ) })
  return { ...request, headers: { 'content-type': 'application/json; charset=utf-8' } }
}

const ANSWER_MAX_CHARS = 500
/** PostgreSQL stores no NUL character. */
const storable = (text: string) => text.slice(0, ANSWER_MAX_CHARS).toWellFormed().replaceAll('\0', '')

export interface Outcome extends Judged {
  attempt: Attempt
  /** The start of the response; "" from a host inside (S126). */
  answer: string
}

/** Sends these events once. It never throws: every outcome is a result. */
export async function attempt(services: SendServices, target: Target, events: OutgoingEvent[], at: number): Promise<Outcome> {
  const begin = performance.now()
  const took = () => Math.round(performance.now() - begin)
  try {
    const { url, headers, body } = requestFor(services, target, await withWords(services, events), at)
    const answer = await services.outbound.send(url, { method: 'POST', headers, body })
    const judged = judge(target.kind, answer, at)
    return {
      ...judged,
      said: answer.isInside ? '' : judged.said,
      answer: answer.isInside ? '' : storable(answer.body),
      attempt: { time: at, status: answer.status, ms: took(), problem: judged.problem },
    }
  } catch (error) {
    const problem = error instanceof OutboundFailure ? error.fault : 'forbidden'
    return { problem, said: '', wait: 0, answer: '', attempt: { time: at, status: 0, ms: took(), problem } }
  }
}
