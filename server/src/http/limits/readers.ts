import type { Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './rate.ts'

const MB = 1_000_000

/**
 * What readers may hold of this server at a time. A company behind one address has hundreds of readers with several connections each, and
 * those that read the same hold one copy of it.
 */
export const defaultReaderLimits = {
  /** Connections of a network; behind a proxy, requests of it that are under way. */
  connections: 1000,
  /** Bytes that a network has asked for and not taken yet, and all networks together. */
  bytes: 64 * MB,
  allBytes: 256 * MB,
}
export type ReaderLimits = typeof defaultReaderLimits

/** Below this an answer fits what a connection holds anyway. */
const LARGE_RESPONSE_BYTES = 64 * 1024

/** An answer on its way: one copy for all who wait for the same bytes. */
interface Held {
  bytes: Buffer
  networks: Map<string, number>
}

/** Bounds what readers hold who take slowly or nothing. */
export function boundReaders(app: FastifyInstance, isProxied: boolean, room: ReaderLimits = defaultReaderLimits) {
  const underWay = counts()
  const held = heldAnswers(room)
  if (isProxied)
    app.addHook('onRequest', async (request, reply) => {
      const network = networkOf(request.ip)
      if (underWay.add(network) > room.connections) {
        underWay.remove(network)
        throw tooMany()
      }
      onceOver(reply, () => underWay.remove(network))
    })
  else
    app.server.on('connection', (socket: Socket) => {
      const network = networkOf(socket.remoteAddress ?? '')
      if (underWay.add(network) > room.connections) socket.destroy()
      socket.once('close', () => underWay.remove(network))
    })
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length < LARGE_RESPONSE_BYTES || reply.raw.destroyed) return payload
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const { shared, release } = held.take(networkOf(request.ip), bytes)
    onceOver(reply, release)
    return shared
  })
}

const tooMany = () => new Refusal('tooMany', { seconds: '5' })

/** When the answer has been taken, or its connection has ended. */
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

function heldAnswers(room: ReaderLimits) {
  const answers = new Map<string, Held>()
  const byNetwork = counts()
  let all = 0
  return {
    take(network: string, bytes: Buffer) {
      const key = `${bytes.length} ${crc32(bytes)}`
      const known = answers.get(key)
      // Other bytes of the same sum are kept by themselves.
      const isSame = known?.bytes.equals(bytes) === true
      const answer: Held = known && isSame ? known : { bytes, networks: new Map() }
      const [isNew, isNewHere] = [!isSame, !answer.networks.has(network)]
      const size = bytes.length
      // One answer is always given, however large it is.
      const isOver = (now: number, most: number) => now > 0 && now + size > most
      if ((isNewHere && isOver(byNetwork.of(network), room.bytes)) || (isNew && isOver(all, room.allBytes))) throw tooMany()
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

/**
 * Ends connections that do nothing for `idle` milliseconds: readers who take nothing of what waits for them, and those without a request.
 * One that waits for our answer is left alone. Node asks whether something was taken every `look`, and says nothing when it was.
 */
export function endIdle(app: FastifyInstance, { idle, look }: { idle: number; look: number }) {
  const asked = new WeakMap<Socket, number>()
  const quiet = new WeakMap<Socket, { since: number; at: number }>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    asked.set(socket, (asked.get(socket) ?? 0) + 1)
    reply.raw.once('close', () => asked.set(socket, (asked.get(socket) ?? 1) - 1))
  })
  app.server.setTimeout(look, (socket: Socket) => {
    if (socket.writableLength === 0 && asked.get(socket)) return void quiet.delete(socket)
    const now = performance.now()
    const before = quiet.get(socket)
    // Twice as long ago means that something was taken in between.
    const since = before && now - before.at < 1.9 * look ? before.since : now - (socket.timeout ?? look)
    if (now - since >= idle) return void socket.destroy()
    quiet.set(socket, { since, at: now })
    socket.setTimeout(look)
  })
}
