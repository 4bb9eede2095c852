// Creates an update for servers: the package, and latest.json with its signature (server/src/update/update.rules.ts).
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './tools.mjs'
import { filesIn, zipOf } from './zip.mjs'

/**
 * Packed in addition to dist/: the files that npm needs to install the packages of the server. Servers of 0.1 refuse a package with other
 * names, so the list stays as it is. npm takes the packages of newer parts from the lock file, and their code is in dist/.
 */
export const packageFiles = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  ...['contract', 'markdown', 'push', 'server', 'web'].map((part) => `${part}/package.json`),
]

export const publicKeyOf = (key) => createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

/** Writes a new private key and returns its public key. Fails if the file exists. */
export function makeKey(path) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  return publicKeyOf(privateKey)
}

/** Writes the package and latest.json into the folder `out`; resolves to the content of latest.json. */
export async function makePackage({ keyFile, out, url = '' }) {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key`)
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const file = `sheaf-${version}.zip`
  mkdirSync(out, { recursive: true })
  const bytes = zipTo(join(out, file))
  const offer = { version, file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), url }
  const text = ['sheaf update 1', version, file, String(offer.size), offer.sha256, url].join('\n')
  const latest = { ...offer, signature: sign(null, Buffer.from(text), key).toString('base64') }
  // The package is written first, so that a server that reads the new latest.json finds the package.
  writeFileSync(join(out, 'latest.json.new'), `${JSON.stringify(latest, null, 2)}\n`)
  renameSync(join(out, 'latest.json.new'), join(out, 'latest.json'))
  return latest
}

function zipTo(path) {
  const packages = packageFiles.filter((name) => existsSync(at(name))).map((name) => [name, readFileSync(at(name))])
  const bytes = zipOf({ ...filesIn(at('dist'), 'dist'), ...Object.fromEntries(packages) }, 9)
  writeFileSync(path, bytes)
  return bytes
}
