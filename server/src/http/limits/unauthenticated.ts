import { isIPv6 } from 'node:net'
import { Refusal } from '@sheaf/contract'
import type { Config } from '../../runtime/config.ts'

const MIB = 1024 * 1024
/** Bytes that a network may send in a minute before it is known who sends them; and those of all networks that are under way. */
const SENT_MAX = 64 * MIB
const UNDER_WAY_MAX = 256 * MIB
const WINDOW = 60_000
const NETWORKS_MAX = 20_000
/** Files that came before anybody was known, set aside until the fields behind them say who sends them. */
const BUFFERED_FILES_MAX = { files: 4, bytes: 64 * MIB, bytesOfAll: 256 * MIB }

export interface BodyAdmission {
  /** It is known now who sends it, or what was asked was done: it does not count. */
  welcome(): void
  end(): void
}

/** One customer's line has 2^64 addresses of version 6: they count together. */
export function networkPrefix(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const behind = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => '0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}

/**
 * Bodies of senders who are not known yet, counted before a byte of them is read. It is memory and time of this process that is shared
 * out here, so every process counts for itself.
 */
export function unauthenticatedLimits({ RATE_LIMITS, NODE_ENV }: Pick<Config, 'RATE_LIMITS' | 'NODE_ENV'>) {
  const isOff = RATE_LIMITS === 'off'
  const most = SENT_MAX * (NODE_ENV === 'test' ? 100 : 1)
  const sent = new Map<string, { bytes: number; until: number }>()
  const aside = new Map<string, { files: number; bytes: number }>()
  let [underWay, bytesAside] = [0, 0]

  function windowOf(network: string, now: number) {
    const known = sent.get(network)
    if (known && known.until > now && known.until <= now + WINDOW) return known
    if (sent.size >= NETWORKS_MAX) sent.delete(sent.keys().next().value as string)
    sent.delete(network)
    const window = { bytes: 0, until: now + WINDOW }
    sent.set(network, window)
    return window
  }

  return {
    begin(address: string, bytes: number): BodyAdmission {
      if (isOff || bytes === 0) return { welcome() {}, end() {} }
      const now = Date.now()
      const window = windowOf(networkPrefix(address), now)
      if (window.bytes + bytes > most) throw new Refusal('tooMany', { seconds: String(Math.ceil((window.until - now) / 1000)) })
      if (underWay > 0 && underWay + bytes > UNDER_WAY_MAX) throw new Refusal('tooMany', { seconds: '5' })
      window.bytes += bytes
      underWay += bytes
      let [counts, isUnderWay] = [true, true]
      const leave = () => {
        if (isUnderWay) underWay -= bytes
        isUnderWay = false
      }
      return {
        welcome() {
          if (counts) window.bytes -= bytes
          counts = false
          leave()
        },
        end: leave,
      }
    },

    /** Room for one file; what comes back gives it up. Undefined when there is none. */
    setAside(address: string, bytes: number): (() => void) | undefined {
      const network = networkPrefix(address)
      const held = aside.get(network) ?? { files: 0, bytes: 0 }
      if (
        held.files >= BUFFERED_FILES_MAX.files ||
        held.bytes + bytes > BUFFERED_FILES_MAX.bytes ||
        bytesAside + bytes > BUFFERED_FILES_MAX.bytesOfAll
      )
        return undefined
      held.files++
      held.bytes += bytes
      bytesAside += bytes
      aside.set(network, held)
      return () => {
        held.files--
        held.bytes -= bytes
        bytesAside -= bytes
        if (held.files === 0) aside.delete(network)
      }
    },
  }
}
