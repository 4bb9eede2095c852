// Prints the bill of materials (CycloneDX 1.5): every package that the server uses or browsers load, from the lock file.
import { readFileSync } from 'node:fs'
import { at } from '../tools.mjs'

const read = (file) => JSON.parse(readFileSync(at(file), 'utf8'))

function component([path, { version, license, integrity, optional }]) {
  const name = path.replace(/^.*node_modules\//, '')
  const [algorithm, hash] = integrity?.split('-') ?? []
  return {
    type: 'library',
    name,
    version,
    // The lock file also lists optional packages for other platforms.
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}

const { version } = read('package.json')
const all = Object.entries(read('package-lock.json').packages)
const shipped = all.filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
const components = [...new Map(shipped.map(component).map((one) => [one.purl, one])).values()]
const metadata = { component: { type: 'application', name: 'sheaf', version, licenses: [{ expression: 'Apache-2.0' }] } }
console.log(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 1))
