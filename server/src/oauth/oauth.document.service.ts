import { Refusal } from '@sheaf/contract'
import { siteSettings } from '../common/settings.store.ts'
import type { Ctx, Services } from '../context.ts'
import { type Rate, ratesOf } from '../http/limits/rate.ts'
import { OutboundFailure } from '../outbound/place.ts'
import { type Client, clientOf, keepDocument } from './client.store.ts'
import { DOCUMENT_BYTES_MAX, isDocumentAddress, keptSeconds, readDocument } from './document.rules.ts'

/** A person waits for the document. */
const TOTAL_MS = 5000

const rates = new WeakMap<Services['store'], Rate>()
function rateOf(services: Pick<Services, 'config' | 'store'>): Rate {
  const rate = rates.get(services.store) ?? ratesOf(services)
  rates.set(services.store, rate)
  return rate
}

/**
 * The client of a consent. A client_id that is an address is the address of a document that describes the client (O13). Only a signed-in
 * person causes a request for it, and a blocked client none. A document that cannot be had now does not count, also if it did before.
 */
export async function clientFor(ctx: Ctx<'user'>, client_id: string): Promise<Client | undefined> {
  const known = await clientOf(ctx.db, client_id)
  if (!isDocumentAddress(client_id) || known?.is_blocked) return known
  const { oauth_documents, oauth_schemes } = await siteSettings(ctx)
  if (oauth_documents !== '1' || !ctx.outbound.isOn) throw new Refusal('documentsOff')
  if (known && known.until > ctx.now()) return known
  await rateOf(ctx)('oauth/document', `u${ctx.user.uid}`)
  const { until, name, redirect_uris } = await fetchDocument(ctx, client_id, oauth_schemes)
  const client: Client = {
    client_id,
    kind: 'document',
    name,
    redirect_uris: JSON.stringify(redirect_uris),
    secret_hash: '',
    addtime: ctx.now(),
    last_used_time: 0,
    is_blocked: 0,
    until,
  }
  const kept = await ctx.store.write((trx) => keepDocument(trx, client, ctx.now()))
  if (!kept) throw new Refusal('tooMany', { seconds: '60' })
  return kept
}

async function fetchDocument({ outbound, now }: Pick<Services, 'outbound' | 'now'>, client_id: string, schemes: string) {
  const place = new URL(client_id).host
  const limits = { bytesMax: DOCUMENT_BYTES_MAX, totalMs: TOTAL_MS }
  const response = await outbound.send(client_id, limits).catch((error: unknown) => {
    if (error instanceof OutboundFailure) throw new Refusal('documentUnreachable', { place })
    throw error instanceof Refusal ? new Refusal('documentForbidden', { place }) : error
  })
  const document = readDocument(response, client_id, schemes)
  if (typeof document !== 'string') return { ...document, until: now() + keptSeconds(response.headers) }
  // What answers inside is not described to the user.
  throw new Refusal(response.isInside ? 'documentUnreachable' : document, { place, max: String(DOCUMENT_BYTES_MAX / 1024) })
}
