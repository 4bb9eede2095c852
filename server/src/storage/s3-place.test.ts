import type { OssSetting } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { placeName, placeOf } from './s3-place.ts'
import { StoreProblem } from './storage.ts'

const form = (more: Partial<OssSetting>): OssSetting => ({
  oss_type: 's3',
  key: 'k',
  secret: 's',
  endpoint: 'minio.lan:9000',
  bucket: 'docs',
  protocol: 'https',
  domain: '',
  region: '',
  secretId: '',
  secretKey: '',
  addressing: '',
  public_read: '',
  ...more,
})
const hangzhou = 'oss-cn-hangzhou.aliyuncs.com'

it.each<[string, Partial<OssSetting>, string, string, string]>([
  ['any store', {}, 'https://minio.lan:9000', '/docs/', 'us-east-1'],
  ['its scheme in the endpoint', { endpoint: 'http://10.0.0.5:9000/' }, 'http://10.0.0.5:9000', '/docs/', 'us-east-1'],
  ['its scheme in another field', { protocol: 'http', region: 'garage' }, 'http://minio.lan:9000', '/docs/', 'garage'],
  ['the bucket before the host', { addressing: 'virtual' }, 'https://docs.minio.lan:9000', '/', 'us-east-1'],
  ['Amazon', { endpoint: 's3.eu-west-1.amazonaws.com' }, 'https://s3.eu-west-1.amazonaws.com', '/docs/', 'eu-west-1'],
  ['Amazon without a region', { endpoint: 's3.amazonaws.com' }, 'https://s3.amazonaws.com', '/docs/', 'us-east-1'],
  ['Alibaba', { oss_type: 'aliyun', endpoint: hangzhou }, `https://docs.s3.${hangzhou}`, '/', 'cn-hangzhou'],
  ['Alibaba by its bucket', { oss_type: 'aliyun', endpoint: `http://docs.${hangzhou}` }, `https://docs.s3.${hangzhou}`, '/', 'cn-hangzhou'],
  [
    'Alibaba from inside',
    { oss_type: 'aliyun', endpoint: 'oss-cn-beijing-internal.aliyuncs.com', region: 'oss-cn-beijing' },
    'https://docs.s3.oss-cn-beijing-internal.aliyuncs.com',
    '/',
    'cn-beijing',
  ],
  ['Qiniu', { oss_type: 'qiniu', endpoint: '', region: 'z2' }, 'https://docs.s3.cn-south-1.qiniucs.com', '/', 'cn-south-1'],
  [
    'Tencent',
    { oss_type: 'qcloud', endpoint: '', region: 'ap-beijing', key: '', secret: '', secretId: 'i', secretKey: 'k' },
    'https://docs.cos.ap-beijing.myqcloud.com',
    '/',
    'ap-beijing',
  ],
])('computes the endpoint of %s', (_what, more, origin, root, region) => {
  expect(placeOf(form(more))).toMatchObject({ origin, root, region, bucket: 'docs', publicOrigin: undefined })
})

it.each<[Partial<OssSetting>, string]>([
  [{ bucket: '' }, 'bucket'],
  [{ endpoint: '' }, 'endpoint'],
  [{ secret: '' }, 'secret'],
  [{ oss_type: 'qcloud', region: '', endpoint: '' }, 'region'],
  [{ bucket: '../other' }, 'bucket'],
  [{ endpoint: 'user:password@minio.lan' }, 'endpoint'],
  [{ endpoint: 'minio.lan/path' }, 'endpoint'],
  [{ endpoint: 'ftp://minio.lan' }, 'endpoint'],
  [{ public_read: '1', domain: 'cdn.lan/x?y' }, 'domain'],
])('names the missing or invalid field: %j', (more, field) => {
  try {
    placeOf(form(more))
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(StoreProblem)
    expect((error as StoreProblem).about['field']).toBe(field)
  }
})

it('identifies a bucket independent of its keys, and distinguishes other buckets', () => {
  expect(placeName(form({ key: 'other', secret: 'other', protocol: 'http', addressing: 'virtual' }))).toBe(placeName(form({})))
  expect(placeName(form({ bucket: 'more' }))).not.toBe(placeName(form({})))
})

it('returns the public origin when browsers fetch files directly', () => {
  expect(placeOf(form({ public_read: '1' })).publicOrigin).toBe('https://minio.lan:9000')
  expect(placeOf(form({ public_read: '1', domain: 'files.example.com' })).publicOrigin).toBe('https://files.example.com')
  expect(placeOf(form({ domain: 'files.example.com' })).publicOrigin).toBeUndefined()
})
