declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds, or the number of requests in `amount`. */
    duration?: number
    amount?: number
    /** Replaces `[<id>]` in a body by a different id in each request. */
    idReplacement?: boolean
    requests: Request[]
    /** Called for each connection before its first request. */
    setupClient?: (client: { setRequests: (requests: Request[]) => void }) => void
  }
  export interface Request {
    method: 'GET' | 'POST'
    path: string
    body?: string
    headers: Record<string, string>
  }
  interface Result {
    requests: { total: number }
    latency: { p50: number; p99: number }
    throughput: { total: number }
    non2xx: number
    '3xx': number
    errors: number
  }
  /** The part of autocannon 9 that the benchmarks use. The package has no types. */
  export default function autocannon(options: Options): Promise<Result>
}
