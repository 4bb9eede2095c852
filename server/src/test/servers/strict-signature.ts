import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export class StrictRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Signed {
  method: string
  address: URL
  headers: IncomingHttpHeaders
  body: Buffer
  now: number
  region: string
  key: string
  secret: string
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** Percent-encodes everything but letters, digits and - . _ ~, as the specification requires. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const SKEW = 15 * 60_000

/** The canonical query: the received query decoded, encoded again and sorted. A plus is a literal plus. */
const canonicalQuery = (search: string, without: string) =>
  search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map((part) => encoded(decodeURIComponent(part))))
    .filter(([name]) => name !== without)
    .map(([name, value = '']) => `${name}=${value}`)
    .sort()
    .join('&')

/** Checks an AWS signature version 4 in the header or the URL. Written from the specification, not from the client library. */
export function whoSigned({ method, address, headers, body, now, region, key, secret }: Signed) {
  const query = address.searchParams
  const isLink = query.has('X-Amz-Signature')
  const header: Record<string, string> = Object.fromEntries(
    (headers.authorization ?? '')
      .replace(/^AWS4-HMAC-SHA256 /, '')
      .split(/,\s*/)
      .map((part) => part.split(/=(.*)/s)),
  )
  const of = (name: string) => (isLink ? query.get(`X-Amz-${name}`) : header[name]) ?? ''
  if (isLink ? query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' : !headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
    throw new StrictRefusal(403, 'AccessDenied')
  const [id, day, signedRegion, service, end] = of('Credential').split('/')
  if (id !== key) throw new StrictRefusal(403, 'InvalidAccessKeyId')
  if (signedRegion !== region) throw new StrictRefusal(400, 'AuthorizationHeaderMalformed')
  if (service !== 's3' || end !== 'aws4_request') throw new StrictRefusal(400, 'AuthorizationQueryParametersError')
  const stamp = (isLink ? query.get('X-Amz-Date') : (headers['x-amz-date'] as string)) ?? ''
  const at = Date.parse(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (isLink && now > at + Number(query.get('X-Amz-Expires')) * 1000) throw new StrictRefusal(403, 'AccessDenied')
  if (!(Math.abs(now - at) < SKEW) || day !== stamp.slice(0, 8)) throw new StrictRefusal(403, 'RequestTimeTooSkewed')
  const names: string[] = of('SignedHeaders').split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || (!isLink && name.startsWith('x-amz-')))
  if (mustBeSigned.some((name) => !names.includes(name))) throw new StrictRefusal(403, 'AccessDenied')
  const hash = isLink ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'])
  if (!isLink && hash !== sha256(body)) throw new StrictRefusal(400, 'XAmzContentSHA256Mismatch')
  const canonical = [
    method,
    address.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(address.search, 'X-Amz-Signature'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signing = ['s3', 'aws4_request'].reduce((made, part) => hmac(made, part), hmac(hmac(`AWS4${secret}`, String(day)), region))
  const [wanted, given] = [hmac(signing, text).toString('hex'), (isLink ? of('Signature') : header['Signature']) ?? '']
  if (given.length !== wanted.length || !timingSafeEqual(Buffer.from(given), Buffer.from(wanted)))
    throw new StrictRefusal(403, 'SignatureDoesNotMatch')
}
