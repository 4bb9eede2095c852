import { createServer, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** The address of this machine in its network: no setting lets a server call a loopback address. */
export const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

export interface Receivers {
  url: string
  /** By path: when each event came first, in ms. */
  arrivals: Map<string, Map<string, number>>
  /** Resolves when each of these paths has received this number of events. */
  received: (paths: string[], count: number, seconds: number) => Promise<void>
  stop: () => Promise<void>
}

/** Receivers of webhooks, one per path. Paths in `hanging` never answer. */
export async function startReceivers(host: string, hanging: string[] = []): Promise<Receivers> {
  const arrivals = new Map<string, Map<string, number>>()
  const server: Server = createServer((request, response) => {
    const path = request.url ?? ''
    const id = String(request.headers['webhook-id'])
    const known = arrivals.get(path) ?? new Map<string, number>()
    arrivals.set(path, known)
    if (!known.has(id)) known.set(id, performance.now())
    request.resume()
    if (!hanging.includes(path)) request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  const address = server.address()
  return {
    url: `http://${host}:${typeof address === 'object' ? address?.port : ''}`,
    arrivals,
    async received(paths, count, seconds) {
      const end = Date.now() + seconds * 1000
      const countOf = (path: string) => arrivals.get(path)?.size ?? 0
      while (paths.some((path) => countOf(path) < count)) {
        if (Date.now() > end) throw new Error(`after ${seconds} s: ${paths.map(countOf).join(', ')} of ${count} events`)
        await wait(20)
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
