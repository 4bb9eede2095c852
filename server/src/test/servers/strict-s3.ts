import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from './certificate.ts'
import { StrictRefusal, whoSigned } from './strict-signature.ts'

export const KEYS = { key: 'AKSHEAFTEST', secret: 'a secret/of+the=store' }
export const BUCKET = 'sheaf-docs'
const REGION = 'eu-test-2'

interface StoredObject {
  bytes: Buffer
  type: string
  disposition: string
}

/** Faults of the store. Tests reset them to none. */
interface Faults {
  /** The number of 503 answers before it works again. */
  busy?: number
  /** Reads the request and never answers, or stops in the middle of the body. */
  hangs?: 'before' | 'within'
  /** Refuses all methods, or the given one, with this status and code. */
  refuses?: { status: number; code: string; method?: string }
  /** The offset of the store's clock, in seconds. */
  clock?: number
}

/** Starts a store that checks signatures, hashes, lengths, ranges and times as S3 does. */
export async function strictS3({ certificate, page = 1000 }: { certificate?: Certificate; page?: number } = {}) {
  const held = new Map<string, StoredObject>()
  const seen: { method: string; url: string; host: string; headers: http.IncomingHttpHeaders }[] = []
  let faults: Faults = {}

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, host: headers.host ?? '', headers })
    if (faults.hangs === 'before') return
    const body = await buffer(request)
    if (faults.busy) {
      faults.busy--
      throw new StrictRefusal(503, 'SlowDown')
    }
    if (faults.refuses && (faults.refuses.method ?? method) === method) throw new StrictRefusal(faults.refuses.status, faults.refuses.code)
    const address = new URL(url, `http://${headers.host}`)
    whoSigned({ method, address, headers, body, now: Date.now() + (faults.clock ?? 0) * 1000, region: REGION, ...KEYS })
    const isVirtual = address.hostname.startsWith(`${BUCKET}.`)
    const [bucket, ...rest] = isVirtual ? [BUCKET, ...address.pathname.slice(1).split('/')] : address.pathname.slice(1).split('/')
    if (bucket !== BUCKET) throw new StrictRefusal(404, 'NoSuchBucket')
    const name = rest.join('/')
    if (name === '') return list(address, response)
    if (method === 'PUT') {
      if (headers['transfer-encoding'] || Number(headers['content-length']) !== body.length)
        throw new StrictRefusal(411, 'MissingContentLength')
      held.set(name, { bytes: body, type: headers['content-type'] ?? '', disposition: headers['content-disposition'] ?? '' })
      return response.writeHead(200).end()
    }
    if (method === 'DELETE') {
      held.delete(name)
      return response.writeHead(204).end()
    }
    const file = held.get(name)
    if (!file) throw new StrictRefusal(404, 'NoSuchKey')
    sendObject(request, response, file, address)
  }

  function list(address: URL, response: http.ServerResponse) {
    const after = Buffer.from(address.searchParams.get('continuation-token') ?? '', 'base64').toString()
    const names = [...held.keys()].sort().filter((name) => name > after)
    const rows = names.slice(0, page).map((name) => `<Contents><Key>${name}</Key><Size>${held.get(name)?.bytes.length}</Size></Contents>`)
    const next =
      names.length > page
        ? `<NextContinuationToken>${Buffer.from(names[page - 1] as string).toString('base64')}</NextContinuationToken>`
        : ''
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`<ListBucketResult>${rows.join('')}${next}</ListBucketResult>`)
  }

  function sendObject({ method, headers }: http.IncomingMessage, response: http.ServerResponse, file: StoredObject, { searchParams }: URL) {
    const { length } = file.bytes
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (from !== undefined && (Number(from) >= length || Number(to) < Number(from))) throw new StrictRefusal(416, 'InvalidRange')
    const [start, end] = from === undefined ? [0, length - 1] : [Number(from), Math.min(Number(to), length - 1)]
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': searchParams.get('response-content-type') ?? file.type,
      'content-disposition': searchParams.get('response-content-disposition') ?? file.disposition,
      'content-length': end - start + 1,
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${length}` }),
    })
    if (faults.hangs === 'within') return void response.write(file.bytes.subarray(start, start + 1))
    response.end(method === 'HEAD' ? undefined : file.bytes.subarray(start, end + 1))
  }

  const handle = (request: http.IncomingMessage, response: http.ServerResponse) =>
    void answer(request, response).catch((error: unknown) => {
      if (!(error instanceof StrictRefusal)) return response.destroy()
      const text =
        request.method === 'HEAD'
          ? undefined
          : `<?xml version="1.0"?><Error><Code>${error.code}</Code><Message>${createHash('md5').update(error.code).digest('hex')}</Message></Error>`
      response.writeHead(error.status, { 'content-type': 'application/xml' }).end(text)
    })
  const server = certificate
    ? https.createServer({ cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }, handle)
    : http.createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    endpoint: `127.0.0.1:${port}`,
    held,
    seen,
    fail: (next: Faults) => {
      faults = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type StrictS3 = Awaited<ReturnType<typeof strictS3>>

/** The storage settings for it, as the administration screen saves them. */
export const strictForm = ({ endpoint }: Pick<StrictS3, 'endpoint'>, more: Record<string, string> = {}) => ({
  oss_type: 's3',
  ...KEYS,
  endpoint,
  bucket: BUCKET,
  protocol: 'http',
  domain: '',
  region: REGION,
  secretId: '',
  secretKey: '',
  addressing: '',
  public_read: '',
  ...more,
})
