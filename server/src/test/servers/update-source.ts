import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Offer, signedText } from '../../update/update.rules.ts'
import { type SampleEntry, sampleZip } from '../../zip/test/zip-sample.ts'
import type { Certificate } from './certificate.ts'

type Answer = (request: IncomingMessage, reply: ServerResponse) => void

/** Starts a web server that offers new versions. Tests set its answers by path, and it records the requested paths. */
export async function anUpdateSource(certificate?: Certificate) {
  const answers = new Map<string, Buffer | string | Answer>()
  const asked: string[] = []
  const serve: Answer = (request, reply) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (typeof answer === 'function') answer(request, reply)
    else if (answer === undefined) reply.writeHead(404).end()
    else reply.end(answer)
  }
  const server = certificate
    ? createTls({ cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }, serve)
    : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, answers, asked, close }
}

export type UpdateSource = Awaited<ReturnType<typeof anUpdateSource>>

/** A key pair. `key` is the public key in the format of UPDATE_PUBLIC_KEY. */
export function aSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey }
}

export type Signer = ReturnType<typeof aSigner>

/** The zip archive of a release. The entries of `more` come last. */
export const releaseZip = (version: string, more: SampleEntry[] = [], { lock = '{}', main = `// ${version}` } = {}) =>
  sampleZip([
    { name: 'package.json', data: JSON.stringify({ version, type: 'module' }) },
    { name: 'package-lock.json', data: lock },
    { name: 'dist/server/main.js', data: main },
    ...more,
  ])

/** A signed latest.json for these bytes. `change` is applied after signing. */
export function latest(signer: Signer, version: string, bytes: Buffer, change: Partial<Offer & { signature: string }> = {}) {
  const offer = {
    version,
    file: `sheaf-${version}.zip`,
    size: bytes.length,
    url: '',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return JSON.stringify({
    ...offer,
    signature: sign(null, Buffer.from(signedText(offer)), signer.privateKey).toString('base64'),
    ...change,
  })
}

/** Publishes a version at the source. */
export function publish({ answers }: UpdateSource, signer: Signer, version: string, bytes = releaseZip(version)) {
  answers.set('/latest.json', latest(signer, version, bytes))
  answers.set(`/sheaf-${version}.zip`, bytes)
}
