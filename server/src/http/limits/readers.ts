import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './rate.ts'

const MB = 1_000_000

/**
 * What readers can occupy at a time. A company behind one address has hundreds of readers with several connections each. Readers of
 * the same bytes share one copy.
 */
export const defaultReaderLimits = {
  /** Connections of a network; behind a proxy, its requests in progress. */
  connections: 1000,
  /** Bytes that a network has requested but not received yet, and the same for all networks together. */
  bytes: 64 * MB,
  allBytes: 256 * MB,
}
export type ReaderLimits = typeof defaultReaderLimits

/** Smaller responses fit into the buffers of a connection and are not counted. */
const LARGE_RESPONSE_BYTES = 64 * 1024

/** A response in transmission: one copy for all requests that wait for the same bytes. */
interface Held {
  bytes: Buffer
  networks: Map<string, number>
}

/** Limits the connections and response bytes of clients that read slowly or not at all. */
export function limitReaders(app: FastifyInstance, isProxied: boolean, limits: ReaderLimits = defaultReaderLimits) {
  const inProgress = counts()
  const held = heldResponses(limits)
  if (isProxied)
    app.addHook('onRequest', (request, reply, done) => {
      const network = networkOf(request.ip)
      if (inProgress.add(network) > limits.connections) {
        inProgress.remove(network)
        throw tooMany()
      }
      onceOver(reply, () => inProgress.remove(network))
      done()
    })
  else
    app.server.on('connection', (socket: Socket) => {
      const network = networkOf(socket.remoteAddress ?? '')
      if (inProgress.add(network) > limits.connections) socket.destroy()
      socket.once('close', () => inProgress.remove(network))
    })
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length < LARGE_RESPONSE_BYTES || reply.raw.destroyed) return done()
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const { shared, release } = held.take(networkOf(request.ip), bytes)
    onceOver(reply, release)
    done(null, shared)
  })
}

const tooMany = () => new Refusal('tooMany', { seconds: '5' })

/** Calls `then` once, when the response has been sent or its connection has ended. */
function onceOver({ raw }: FastifyReply, then: () => void) {
  let isOver = false
  const over = () => {
    if (!isOver) then()
    isOver = true
  }
  raw.once('finish', over)
  raw.once('close', over)
}

function counts() {
  const known = new Map<string, number>()
  const change = (name: string, by: number) => {
    const count = (known.get(name) ?? 0) + by
    if (count > 0) known.set(name, count)
    else known.delete(name)
    return count
  }
  return {
    of: (name: string) => known.get(name) ?? 0,
    add: (name: string, by = 1) => change(name, by),
    remove: (name: string, by = 1) => change(name, -by),
  }
}

function heldResponses(limits: ReaderLimits) {
  const answers = new Map<string, Held>()
  const byNetwork = counts()
  let all = 0
  return {
    take(network: string, bytes: Buffer) {
      const key = `${bytes.length} ${crc32(bytes)}`
      const known = answers.get(key)
      // Different bytes with the same checksum are not shared.
      const isSame = known?.bytes.equals(bytes) === true
      const answer: Held = known && isSame ? known : { bytes, networks: new Map() }
      const [isNew, isNewHere] = [!isSame, !answer.networks.has(network)]
      const size = bytes.length
      // One response is always allowed, however large it is.
      const isOver = (now: number, most: number) => now > 0 && now + size > most
      if ((isNewHere && isOver(byNetwork.of(network), limits.bytes)) || (isNew && isOver(all, limits.allBytes))) throw tooMany()
      if (!known) answers.set(key, answer)
      if (isNew) all += size
      if (isNewHere) byNetwork.add(network, size)
      answer.networks.set(network, (answer.networks.get(network) ?? 0) + 1)
      const release = () => {
        const left = (answer.networks.get(network) ?? 0) - 1
        if (left > 0) return void answer.networks.set(network, left)
        answer.networks.delete(network)
        byNetwork.remove(network, size)
        if (answer.networks.size > 0) return
        all -= size
        if (answers.get(key) === answer) answers.delete(key)
      }
      return { shared: answer.bytes, release }
    },
  }
}

/** Requests that one connection can have without an answer. Browsers and proxies send the next request after the answer. */
const UNANSWERED_MAX = 50

/**
 * Ends a connection that sends many requests without waiting for answers. Node reads thousands of them in one turn of the event loop, and
 * the server would begin all of them in that turn.
 */
export function limitUnanswered(server: Server) {
  const unanswered = new WeakMap<Socket, number>()
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request').on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > UNANSWERED_MAX) return void socket.destroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    for (const handle of handlers) handle(request, response)
  })
}

/**
 * Ends connections without activity for `idle` milliseconds: clients that do not read their response, and connections without a
 * request. A connection that waits for our response stays open. Node emits `timeout` after `checkInterval` milliseconds without activity.
 */
export function endIdle(app: FastifyInstance, { idle, checkInterval }: { idle: number; checkInterval: number }) {
  const pending = new WeakMap<Socket, number>()
  const quiet = new WeakMap<Socket, { since: number; at: number }>()
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    pending.set(socket, (pending.get(socket) ?? 0) + 1)
    reply.raw.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
    done()
  })
  app.server.setTimeout(checkInterval, (socket: Socket) => {
    if (socket.writableLength === 0 && pending.get(socket)) return void quiet.delete(socket)
    const now = performance.now()
    const last = quiet.get(socket)
    // A longer interval means that the client read something in between.
    const since = last && now - last.at < 1.9 * checkInterval ? last.since : now - (socket.timeout ?? checkInterval)
    if (now - since >= idle) return void socket.destroy()
    quiet.set(socket, { since, at: now })
    socket.setTimeout(checkInterval)
  })
}
