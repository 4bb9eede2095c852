import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * What an address of a receiver is: outside, on the public internet; allowed, inside but named by the operator; forbidden. Requests only go
 * to the first two.
 */
export type Verdict = 'outside' | 'allowed' | 'forbidden'

/** Decides about an address that the name `host` has resolved to. */
export type Judge = (address: string, host: string) => Verdict

/*
 * One list per family: a BlockList compares an IPv4 address with the mapped form in its IPv6 networks, so a shared list would refuse the
 * whole internet with ::ffff:0:0/96.
 */
type Lists = Record<4 | 6, BlockList>

const lists = (): Lists => ({ 4: new BlockList(), 6: new BlockList() })
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

function add(to: Lists, network: string) {
  const [address = '', bits] = network.split('/')
  const family = isIPv4(address) ? 4 : 6
  to[family].addSubnet(address, bits === undefined ? (family === 4 ? 32 : 128) : Number(bits), familyOf(address))
}

function listsOf(networks: readonly string[]): Lists {
  const all = lists()
  for (const network of networks) add(all, network)
  return all
}

const isIn = (all: Lists, address: string) => all[isIPv4(address) ? 4 : 6].check(address, familyOf(address))

/** No setting allows these: this machine itself, addresses without a network, and the metadata services of clouds. */
const NEVER = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::/10',
  // IPv4 inside IPv6 (Teredo, 6to4) and other protocol assignments. The rest of such forms is not in 2000::/3.
  '2001::/23',
  '2002::/16',
]

/** The operator can allow these: private and shared networks, documentation, benchmarks. */
const INSIDE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  'fc00::/7',
  '2001:db8::/32',
  '3fff::/20',
]

/** Where IPv6 addresses of the internet and of private networks are. Everything else is reserved, or IPv4 in another form. */
const IPV6_NETWORKS = ['2000::/3', 'fc00::/7']

const never = listsOf(NEVER)
const inside = listsOf(INSIDE)
const usable = listsOf(IPV6_NETWORKS)

const isNever = (address: string) => isIP(address) === 0 || isIn(never, address) || (!isIPv4(address) && !isIn(usable, address))

/** The addresses of this machine at this moment: they change with its networks. */
export const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flat()
    .map((one) => one?.address ?? '')

const isNetwork = (part: string) => isIP(part.split('/')[0] ?? '') !== 0
const partsOf = (allow: string) =>
  allow
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const HOST = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/

/** The word of OUTBOUND_ALLOW for every host of the public internet. Webhooks reach those without it; requests of readers need it. */
const PUBLIC = 'public'

/** Why OUTBOUND_ALLOW cannot be used; undefined when it can. */
export function problemOfAllow(allow: string): string | undefined {
  for (const part of partsOf(allow)) {
    const [address = '', bits, ...more] = part.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const isUsable =
      family === 0
        ? HOST.test(part.replace(/^\*\./, ''))
        : more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    if (!isUsable) return 'must be networks and hosts, such as 10.1.0.0/16, ci.corp'
    if (family !== 0 && isNever(address) && Number(bits ?? most) > 0)
      return `names ${part}, but loopback, link-local and reserved addresses cannot be allowed`
  }
  return undefined
}

/** Whether the operator named this host, also as `*.corp` for `ci.corp`, or the network of this address. */
export function allowedBy(allow: string): (place: string) => boolean {
  const parts = partsOf(allow)
  const networks = listsOf(parts.filter(isNetwork))
  const hosts = new Set(parts.filter((part) => !isNetwork(part) && part !== PUBLIC))
  const isHost = (host: string) => {
    if (hosts.has(host)) return true
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) if (hosts.has(`*${host.slice(dot)}`)) return true
    return false
  }
  return (place) => (isIP(place) === 0 ? isHost(place) : isIn(networks, place))
}

/** The decision of the product. `isNamed` is what OUTBOUND_ALLOW names. */
export const judgeBy =
  (isNamed: (place: string) => boolean, own = ownAddresses): Judge =>
  (address, host) => {
    if (isNever(address)) return 'forbidden'
    if (isNamed(host) || isNamed(address)) return 'allowed'
    return isIn(inside, address) || own().includes(address) ? 'forbidden' : 'outside'
  }

/**
 * The decision about requests of readers, who see the answer (T42): an address inside needs its network in `allow`, because the owner of a
 * named host could lead it there; one on the internet needs its host, its network or `public`. An address of this machine needs to be
 * named itself: a network around it is not enough.
 */
export function forwardJudge(allow: string, own = ownAddresses): Judge {
  const isNamed = allowedBy(allow)
  const parts = partsOf(allow)
  const isSingle = allowedBy(parts.filter((part) => isNetwork(part) && /^[^/]*(?:\/(?:32|128))?$/.test(part)).join(','))
  const isPublic = parts.includes(PUBLIC)
  return (address, host) => {
    if (isNever(address)) return 'forbidden'
    if (own().includes(address)) return isSingle(address) ? 'allowed' : 'forbidden'
    if (isNamed(address)) return 'allowed'
    if (isIn(inside, address)) return 'forbidden'
    if (isNamed(host)) return 'allowed'
    return isPublic ? 'outside' : 'forbidden'
  }
}
