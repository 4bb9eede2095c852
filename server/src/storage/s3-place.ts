import type { OssSetting } from '@sheaf/contract'
import { StoreProblem } from './storage.ts'

/** A bucket with its address and credentials. */
export interface S3Place {
  /** Scheme, host and port of the bucket, or of the store when the bucket is part of the path. */
  origin: string
  /** The origin for browsers; undefined when this server delivers every file. */
  publicOrigin: string | undefined
  /** The path prefix of object names: `/` or `/bucket/`. */
  root: string
  bucket: string
  region: string
  key: string
  secret: string
}

/** Qiniu's own region names, mapped to those of its S3 endpoint. */
const qiniuRegions: Record<string, string> = {
  z0: 'cn-east-1',
  z1: 'cn-north-1',
  z2: 'cn-south-1',
  na0: 'us-north-1',
  as0: 'ap-southeast-1',
}

/** The S3 endpoint of a provider, and the region that signs requests. */
function endpointOf(form: OssSetting): [endpoint: string, region: string] {
  const { endpoint, bucket } = form
  const region = form.region.replace(/^oss-/, '')
  if (form.oss_type === 'aliyun') {
    // Administrators often copy the bucket URL, and the endpoint for OSS clients instead of the S3 one.
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

/** Reads the settings of a store; throws a StoreProblem that names a missing or invalid field. */
export function placeOf(form: OssSetting): S3Place {
  const isTencent = form.oss_type === 'qcloud'
  const [key, secret] = isTencent ? [form.secretId || form.key, form.secretKey || form.secret] : [form.key, form.secret]
  const [endpoint, region] = endpointOf(form)
  const missing = Object.entries({ bucket: form.bucket, [isTencent ? 'region' : 'endpoint']: endpoint, key, secret }).find(
    ([, value]) => !value,
  )
  if (missing) throw new StoreProblem('storeMissing', { field: missing[0] })
  if (!/^[a-z0-9][a-z0-9._-]{0,254}$/i.test(form.bucket)) throw new StoreProblem('badInput', { field: 'bucket' })
  const url = addressOf(endpoint, form.protocol, 'endpoint')
  // Every S3 store accepts the bucket in the path; these cloud providers require it in the host name.
  const isPath = form.addressing ? form.addressing === 'path' : !['aliyun', 'qiniu', 'qcloud'].includes(form.oss_type)
  const origin = isPath ? url.origin : `${url.protocol}//${form.bucket}.${url.host}`
  return {
    origin,
    bucket: form.bucket,
    region,
    key,
    secret,
    root: isPath ? `/${form.bucket}/` : '/',
    publicOrigin: form.public_read === '1' ? (form.domain ? addressOf(form.domain, form.protocol, 'domain').origin : origin) : undefined,
  }
}

/** The identity of a store: host and bucket; keys, regions and the addressing style can change. */
export function placeName(form: OssSetting): string {
  const { bucket } = placeOf(form)
  return `${addressOf(endpointOf(form)[0], form.protocol, 'endpoint').host}/${bucket}`
}
