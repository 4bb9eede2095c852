import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Refusal } from '@sheaf/contract'
import type { Judge, Verdict } from './address.ts'

/** Why a request got no response. It describes the connection and never its content. */
export type Fault = 'timeout' | 'name' | 'unreachable' | 'certificate' | 'brokenOff'

/** A request that got no response. */
export class OutboundFailure extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(`outbound: ${fault}`)
    this.fault = fault
  }
}

/** All addresses of a name; rejects with the code of the resolver. */
export type Resolve = (host: string) => Promise<string[]>

/** The checked target of one request: connections go to these addresses and to no other. */
export interface Place {
  url: URL
  /** Without the brackets of an IPv6 address. */
  host: string
  port: number
  addresses: string[]
  verdict: Exclude<Verdict, 'forbidden'>
}

const URL_MAX_CHARS = 2000
const ADDRESSES_MAX = 32
/** Below are the ports of other services, such as mail and remote shells. */
const FREE_PORTS_FROM = 1024

/** The host of an address as OUTBOUND_ALLOW and the resolver know it. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const RESOLVE_TIMEOUT_MS = 2000

/**
 * Public names are resolved without the thread pool of the process, which a slow name server could occupy. Names that the operator allowed
 * can also be in the hosts file of the machine.
 */
export const resolverFor =
  (isNamed: (place: string) => boolean): Resolve =>
  async (host) => {
    if (isNamed(host)) return (await lookup(host, { all: true })).map(({ address }) => address)
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 })
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [four, six].flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }

/** Checks the form of an address; a request to it can still be refused when its name is resolved. */
function mustBeWellFormed(given: string): URL {
  const url = given.length <= URL_MAX_CHARS ? URL.parse(given) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password) throw new Refusal('outboundAddress')
  const port = portOf(url)
  if (port !== 443 && port !== 80 && port < FREE_PORTS_FROM) throw new Refusal('outboundAddress')
  return url
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'http:' ? 80 : 443))

/** Codes of a resolver for a name that does not exist or has no addresses. All others can be temporary. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME'])

interface Means {
  isNamed: (place: string) => boolean
  judge: Judge
  resolve: Resolve
  /** The host of this site, which calls itself only if the operator allowed it. */
  ownHost: string | undefined
  /** The refusal of a host. */
  refusal?: (host: string) => Refusal
}

/**
 * Resolves the name of an address and checks every address that it has. A name that leads inside and a name that does not exist get the
 * same refusal, because the difference describes the network inside.
 */
export async function placeOf(given: string, { isNamed, judge, resolve, ownHost, refusal }: Means): Promise<Place> {
  const url = mustBeWellFormed(given)
  const host = hostOf(url)
  const refused = () => refusal?.(host) ?? new Refusal('outboundForbidden', { place: host })
  if (host === '' || (host === ownHost && !isNamed(host))) throw refused()
  const addresses = isIP(host) ? [host] : await addressesOf(host, resolve, refused)
  if (addresses.length === 0 || addresses.length > ADDRESSES_MAX) throw refused()
  const verdicts = addresses.map((address) => judge(address, host))
  if (verdicts.includes('forbidden')) throw refused()
  if (url.protocol === 'http:' && verdicts.includes('outside')) throw new Refusal('outboundAddress')
  return { url, host, port: portOf(url), addresses, verdict: verdicts.includes('allowed') ? 'allowed' : 'outside' }
}

async function addressesOf(host: string, resolve: Resolve, refused: () => Refusal): Promise<string[]> {
  try {
    return [...new Set(await resolve(host))]
  } catch (error) {
    throw UNKNOWN_NAME.has((error as NodeJS.ErrnoException).code ?? '') ? refused() : new OutboundFailure('name')
  }
}
