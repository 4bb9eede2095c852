import { isIP } from 'node:net'
import type { Config } from '../runtime/config.ts'

export interface RelyingParty {
  /** The host of the public address. Passkeys are bound to it. */
  id: string
  /** The exact address from which browsers must answer. */
  origin: string
}

type Address = Pick<Config, 'PUBLIC_URL'>

const known = new WeakMap<Address, { party: RelyingParty | undefined }>()

/** To whom passkeys of this site belong; undefined where browsers offer none: without https, except on localhost, and without a name. */
export function relyingParty(config: Address): RelyingParty | undefined {
  const found = known.get(config)
  if (found) return found.party
  const party = partyOf(config)
  known.set(config, { party })
  return party
}

function partyOf({ PUBLIC_URL }: Address): RelyingParty | undefined {
  if (!PUBLIC_URL) return undefined
  const { protocol, hostname, origin } = new URL(PUBLIC_URL)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress || (protocol !== 'https:' && !isLocal) ? undefined : { id: hostname, origin }
}
