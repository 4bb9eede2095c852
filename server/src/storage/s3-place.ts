import type { OssSetting } from '@sheaf/contract'
import { StoreProblem } from './storage.ts'

/** A bucket and the way into it. */
export interface S3Place {
  /** Scheme, host and port of the bucket, or of the store where the bucket stands in the path. */
  origin: string
  /** The same for browsers; undefined when they get every file from this server. */
  publicOrigin: string | undefined
  /** What stands before a name: `/` or `/bucket/`. */
  root: string
  bucket: string
  region: string
  key: string
  secret: string
}

/** Qiniu's own names of its regions, and what they are called here. */
const qiniuRegions: Record<string, string> = {
  ...{ z0: 'cn-east-1', z1: 'cn-north-1', z2: 'cn-south-1' },
  ...{ na0: 'us-north-1', as0: 'ap-southeast-1' },
}

/** Where a provider has its store for S3 clients, and the region in which requests are signed. */
function endpointOf(form: OssSetting): [endpoint: string, region: string] {
  const { endpoint, bucket } = form
  const region = form.region.replace(/^oss-/, '')
  if (form.oss_type === 'aliyun') {
    // Often the address of the bucket is copied, and always the one for clients of OSS itself.
    const host = endpoint.replace(/^https?:\/\//i, '').replace(new RegExp(`^${bucket.replaceAll('.', '\\.')}\\.`), '')
    const own = /^(?:s3\.)?oss-([a-z0-9-]+?)(?:-internal)?\.aliyuncs\.com\/?$/i.exec(host)
    return [own ? host.replace(/^(?!s3\.)/, 's3.') : endpoint, region || (own?.[1] ?? 'cn-hangzhou').toLowerCase()]
  }
  if (form.oss_type === 'qiniu') {
    const named = qiniuRegions[region] ?? region
    return [endpoint || (named && `s3.${named}.qiniucs.com`), named || 'cn-east-1']
  }
  if (form.oss_type === 'qcloud') return [endpoint || (region && `cos.${region}.myqcloud.com`), region || 'ap-guangzhou']
  return [endpoint, region || /\.([a-z0-9-]+)\.amazonaws\.com/i.exec(`.${endpoint}`)?.[1]?.replace(/^s3$/, '') || 'us-east-1']
}

function addressOf(text: string, protocol: string, field: string): URL {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `${protocol === 'http' ? 'http' : 'https'}://${text}`)
  if (!url || url.username || url.password || url.pathname !== '/' || url.search || url.hash) throw new StoreProblem('badInput', { field })
  return url
}

/** Reads the settings of a store; one that cannot be meant is named. */
export function placeOf(form: OssSetting): S3Place {
  const isTencent = form.oss_type === 'qcloud'
  const [key, secret] = isTencent ? [form.secretId || form.key, form.secretKey || form.secret] : [form.key, form.secret]
  const [endpoint, region] = endpointOf(form)
  const missing = Object.entries({ bucket: form.bucket, [isTencent ? 'region' : 'endpoint']: endpoint, key, secret }).find(
    ([, given]) => !given,
  )
  if (missing) throw new StoreProblem('storeMissing', { field: missing[0] })
  if (!/^[a-z0-9][a-z0-9._-]{0,254}$/i.test(form.bucket)) throw new StoreProblem('badInput', { field: 'bucket' })
  const url = addressOf(endpoint, form.protocol, 'endpoint')
  // Every store of S3 knows the bucket in the path; the clouds here want it before the host.
  const isPath = form.addressing ? form.addressing === 'path' : !['aliyun', 'qiniu', 'qcloud'].includes(form.oss_type)
  const origin = isPath ? url.origin : `${url.protocol}//${form.bucket}.${url.host}`
  return {
    ...{ origin, bucket: form.bucket, region, key, secret },
    root: isPath ? `/${form.bucket}/` : '/',
    publicOrigin: form.public_read === '1' ? (form.domain ? addressOf(form.domain, form.protocol, 'domain').origin : origin) : undefined,
  }
}

/** What makes a store the same one: keys, regions and the way in may change. */
export function placeName(form: OssSetting): string {
  const { bucket } = placeOf(form)
  return `${addressOf(endpointOf(form)[0], form.protocol, 'endpoint').host}/${bucket}`
}
