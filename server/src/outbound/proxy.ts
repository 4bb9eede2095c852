import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'
import { OutboundFailure, type Place } from './place.ts'

const credentialsOf = ({ username, password }: URL) =>
  username === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }

/**
 * Opens a tunnel through the proxy of the operator. It leads to a checked address and not to a name, because the proxy would resolve the
 * name again.
 */
export function tunnelTo(proxy: URL, { addresses: [address = ''], port }: Place, signal: AbortSignal): Promise<Duplex> {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  return new Promise((resolve, reject) => {
    const asked = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
      method: 'CONNECT',
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: target,
      headers: { host: target, ...credentialsOf(proxy) },
      agent: false,
      signal,
    })
    asked.on('connect', (reply: IncomingMessage, socket: Duplex) => {
      if (reply.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new OutboundFailure('unreachable'))
    })
    asked.on('response', (reply) => {
      reply.destroy()
      reject(new OutboundFailure('unreachable'))
    })
    asked.on('error', () => reject(signal.aborted ? signal.reason : new OutboundFailure('unreachable')))
    asked.end()
  })
}
