import { Refusal } from '@sheaf/contract'
import type { Config } from '../../runtime/config.ts'
import { networkOf } from './rate.ts'

const MIB = 1024 * 1024
/** Bytes that a network can send in a minute without authentication. */
const SENT_MAX = 64 * MIB
/** Bytes of all networks together in requests in progress. */
const IN_PROGRESS_MAX_BYTES = 256 * MIB
const WINDOW = 60_000
const NETWORKS_MAX = 20_000
/** Files that arrive before the fields that identify their sender, and are buffered until then. */
const BUFFERED_FILES_MAX = { files: 4, bytes: 64 * MIB, bytesOfAll: 256 * MIB }

export interface BodyAdmission {
  /** The sender is authenticated, or the request succeeded: its bytes do not count. */
  uncount(): void
  end(): void
}

/**
 * Limits the bodies of clients that are not authenticated yet; bodies count before a byte is read. The limits protect memory and time
 * of this process, so each process counts separately.
 */
export function unauthenticatedLimits({ RATE_LIMITS, NODE_ENV }: Pick<Config, 'RATE_LIMITS' | 'NODE_ENV'>) {
  const isOff = RATE_LIMITS === 'off'
  const most = SENT_MAX * (NODE_ENV === 'test' ? 100 : 1)
  const sent = new Map<string, { bytes: number; until: number }>()
  const buffered = new Map<string, { files: number; bytes: number }>()
  let [bytesInProgress, bytesBuffered] = [0, 0]

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
      if (isOff || bytes === 0) return { uncount() {}, end() {} }
      const now = Date.now()
      const window = windowOf(networkOf(address), now)
      if (window.bytes + bytes > most) throw new Refusal('tooMany', { seconds: String(Math.ceil((window.until - now) / 1000)) })
      if (bytesInProgress > 0 && bytesInProgress + bytes > IN_PROGRESS_MAX_BYTES) throw new Refusal('tooMany', { seconds: '5' })
      window.bytes += bytes
      bytesInProgress += bytes
      let [counts, isInProgress] = [true, true]
      const leave = () => {
        if (isInProgress) bytesInProgress -= bytes
        isInProgress = false
      }
      return {
        uncount() {
          if (counts) window.bytes -= bytes
          counts = false
          leave()
        },
        end: leave,
      }
    },

    /** Reserves buffer space for one file; the returned function releases it. Undefined when no space is left. */
    reserveBuffer(address: string, bytes: number): (() => void) | undefined {
      const network = networkOf(address)
      const held = buffered.get(network) ?? { files: 0, bytes: 0 }
      if (
        held.files >= BUFFERED_FILES_MAX.files ||
        held.bytes + bytes > BUFFERED_FILES_MAX.bytes ||
        bytesBuffered + bytes > BUFFERED_FILES_MAX.bytesOfAll
      )
        return undefined
      held.files++
      held.bytes += bytes
      bytesBuffered += bytes
      buffered.set(network, held)
      return () => {
        held.files--
        held.bytes -= bytes
        bytesBuffered -= bytes
        if (held.files === 0) buffered.delete(network)
      }
    },
  }
}
