import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { packageFiles } from '../../../scripts/update-package.mjs'
import { isNewer, isPartOfRelease, isSigned, type Offer, signedText } from './update.rules.ts'

describe('S90: version comparison', () => {
  it.each([
    ['0.2.0', '0.1.0'],
    ['0.1.10', '0.1.9'],
    ['1.0.0', '0.99.99'],
    ['0.2.1', '0.2.0'],
  ])('%s is newer than %s, and not the reverse', (one, other) => {
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([true, false])
  })

  it.each([
    ['0.1.0', '0.1.0'],
    ['', '0.1.0'],
    ['0.2', '0.1.0'],
    ['v0.2.0', '0.1.0'],
    ['0.2.0-rc.1', '0.1.0'],
    ['0.2.0\n', '0.1.0'],
    ['999999.0.0', '0.1.0'],
  ])('%j is not newer than %s', (one, other) => expect(isNewer(one, other)).toBe(false))
})

describe('S90: a signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const offer: Offer = { version: '0.2.0', file: 'a.zip', size: 3, sha256: 'ab', url: '' }
  const signature = sign(null, Buffer.from(signedText(offer)), privateKey).toString('base64')

  it('is valid only for the signed offer', () => {
    expect(isSigned(offer, signature, publicKey)).toBe(true)
    for (const change of [{ version: '0.3.0' }, { file: 'b.zip' }, { size: 4 }, { sha256: 'ac' }, { url: 'https://x.test' }])
      expect(isSigned({ ...offer, ...change }, signature, publicKey)).toBe(false)
    expect(isSigned(offer, signature, generateKeyPairSync('ed25519').publicKey)).toBe(false)
    for (const other of ['', 'x', signature.slice(4)]) expect(isSigned(offer, other, publicKey)).toBe(false)
  })
})

it('S90: a release contains only known paths', () => {
  for (const name of ['dist/server/main.js', 'dist/web/a b.css', 'package.json', 'package-lock.json', '.npmrc', 'server/package.json'])
    expect(isPartOfRelease(name)).toBe(true)
  for (const name of ['scripts/start.mjs', 'dist', 'data/sheaf.db', '.env', 'node_modules/x/index.js', 'server/src/main.ts', 'distx/y'])
    expect(isPartOfRelease(name)).toBe(false)
})

it('S90: the release script packs only what this server accepts, and those of 0.1 that update to it', () => {
  const acceptedBy01 = /^(dist\/.+|package\.json|package-lock\.json|\.npmrc|(contract|markdown|push|server|web)\/package\.json)$/
  for (const name of packageFiles) expect([name, acceptedBy01.test(name), isPartOfRelease(name)]).toEqual([name, true, true])
})

it('accepts the package files of parts that later versions add', () => {
  expect(['compare/package.json', 'api-docs/package.json'].map(isPartOfRelease)).toEqual([true, true])
  expect(['../package.json', './package.json', 'a/b/package.json', 'node_modules/package.json'].map(isPartOfRelease)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
