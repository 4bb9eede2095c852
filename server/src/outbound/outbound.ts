import { Refusal } from '@sheaf/contract'
import { allowedBy, forwardJudge, type Judge, judgeBy, ownAddresses } from './address.ts'
import { type Answer, exchange, type OutboundRequest } from './exchange.ts'
import { type Place, placeOf, type Resolve, resolverFor } from './place.ts'

const CONNECT_MS = 5000
const TOTAL_MS = 15_000
const RESPONSE_MAX_BYTES = 64 * 1024

export interface OutboundAnswer extends Omit<Answer, 'bytes'> {
  /** At most the limit in bytes. */
  body: string
  /** The receiver is inside, where the operator allowed it. Its response must not be kept or shown. */
  isInside: boolean
}

/**
 * The only path from this server to an address that a user named: webhooks, chat bots, documents of OAuth clients. Addresses that the
 * operator sets, such as those of mail and storage, have their own clients.
 */
export interface Outbound {
  /** False with OUTBOUND=off: this server sends nothing. */
  isOn: boolean
  /** Throws a refusal when a request to this address would be refused now. Sends nothing to it. */
  mustBeAllowed: (address: string) => Promise<Pick<Place, 'host' | 'verdict'>>
  /** Sends one request. Throws a refusal, or an OutboundFailure when there is no response. */
  send: (address: string, request: OutboundRequest) => Promise<OutboundAnswer>
  /** Gets a file, with the limits of the request. Fails as `send` does. */
  download: (address: string, request: OutboundRequest & { bytesMax: number; totalMs: number }) => Promise<Answer>
  /** False unless the operator allows this server to send requests of readers: TRY_PROXY=on, and hosts in OUTBOUND_ALLOW. */
  isForwardOn: boolean
  /** Throws a refusal when a request of a reader to this address would be refused now. Sends nothing to it. */
  mustBeForwardable: (address: string) => Promise<unknown>
  /** Sends a request of a reader, only to hosts that the operator named. Fails as `send` does. */
  forward: (address: string, request: OutboundRequest & { bytesMax: number; totalMs: number }) => Promise<Answer>
}

/** The settings of runtime/config.ts, which itself checks OUTBOUND_ALLOW with this module. */
interface Settings {
  OUTBOUND: 'on' | 'off'
  OUTBOUND_ALLOW: string
  OUTBOUND_PROXY?: string | undefined
  PUBLIC_URL?: string | undefined
  TRY_PROXY?: 'on' | 'off'
  PORT?: number
}

/** Whether this server may send requests of readers. */
export const isForwardOn = ({ TRY_PROXY, OUTBOUND, OUTBOUND_ALLOW }: Settings) =>
  TRY_PROXY === 'on' && OUTBOUND === 'on' && OUTBOUND_ALLOW.trim() !== ''

/** What the product uses by default. Tests hand in their own to reach a receiver on this machine. */
interface Means {
  resolve?: Resolve
  judge?: Judge
  forwardJudge?: Judge
  ca?: string
  limits?: { connectMs?: number; totalMs?: number; bytesMax?: number }
}

export function makeOutbound(settings: Settings, means: Means = {}): Outbound {
  const { OUTBOUND, OUTBOUND_ALLOW, OUTBOUND_PROXY, PUBLIC_URL, PORT } = settings
  const isNamed = allowedBy(OUTBOUND_ALLOW)
  const rules = {
    isNamed,
    judge: means.judge ?? judgeBy(isNamed),
    resolve: means.resolve ?? resolverFor(isNamed),
    ownHost: PUBLIC_URL ? new URL(PUBLIC_URL).hostname : undefined,
  }
  const connection = { ca: means.ca, proxy: OUTBOUND_PROXY ? new URL(OUTBOUND_PROXY) : undefined }
  const limits = { connectMs: CONNECT_MS, totalMs: TOTAL_MS, bytesMax: RESPONSE_MAX_BYTES, ...means.limits }

  async function checked(address: string) {
    if (OUTBOUND === 'off') throw new Refusal('outboundOff')
    return placeOf(address, rules)
  }

  const forwardRules = {
    ...rules,
    // No setting lets a reader send to this site.
    isNamed: () => false,
    judge: means.forwardJudge ?? forwardJudge(OUTBOUND_ALLOW),
    refusal: (host: string) => new Refusal('outboundHost', { host }),
  }

  async function forwardable(address: string) {
    if (!isForwardOn(settings)) throw new Refusal('proxyOff')
    const place = await placeOf(address, forwardRules)
    const isThisServer = place.port === PORT && place.addresses.some((one) => ownAddresses().includes(one))
    if (isThisServer) throw forwardRules.refusal(place.host)
    return place
  }

  return {
    isOn: OUTBOUND === 'on',
    mustBeAllowed: checked,
    async send(address, request) {
      const place = await checked(address)
      const { bytesMax = limits.bytesMax, totalMs = limits.totalMs } = request
      const own = { ...limits, bytesMax: Math.min(bytesMax, limits.bytesMax), totalMs: Math.min(totalMs, limits.totalMs) }
      const { bytes, ...answer } = await exchange(place, request, own, connection)
      return { ...answer, body: bytes.toString('utf8'), isInside: place.verdict === 'allowed' }
    },
    async download(address, request) {
      const { bytesMax, totalMs } = request
      return exchange(await checked(address), request, { ...limits, bytesMax, totalMs }, connection)
    },
    isForwardOn: isForwardOn(settings),
    mustBeForwardable: forwardable,
    async forward(address, request) {
      const { bytesMax, totalMs } = request
      return exchange(await forwardable(address), request, { ...limits, bytesMax, totalMs }, connection)
    },
  }
}
