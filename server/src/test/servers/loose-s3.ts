import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { BUCKET } from './strict-s3.ts'

/** The keys of s3rver. It accepts any secret, so strict-s3.ts tests signatures. */
export const looseKeys = { key: 'S3RVER', secret: 'S3RVER', region: '' }

/** Starts a third-party S3 server with the bucket of the tests. */
export async function looseS3(directory: string) {
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] })
  const { port } = (await server.run()) as AddressInfo
  return { endpoint: `127.0.0.1:${port}`, close: () => server.close() }
}
