import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anUpdateSource, aSigner, publish, releaseZip } from '../test/servers/update-source.ts'
import { newestOffer } from './offer.ts'
import { stage } from './stage.ts'

const root = mkdtempSync(join(tmpdir(), 'sheaf-small-'))
const releases = join(root, 'releases')
mkdirSync(releases)
writeFileSync(join(root, 'package-lock.json'), '{}')

/** Only root can mount a small disk. */
function mount() {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', releases], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const isMounted = process.platform === 'linux' && mount()

afterAll(() => {
  if (isMounted) execFileSync('umount', [releases])
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!isMounted)('S90: a full disk (needs root)', () => {
  const signer = aSigner()
  const stageWith = async (data: Buffer) => {
    const source = await anUpdateSource()
    publish(source, signer, '0.3.0', releaseZip('0.3.0', [{ name: 'dist/large', data }]))
    const offer = await newestOffer({ UPDATE_SOURCE: source.url, UPDATE_PUBLIC_KEY: signer.key }, true)
    if (!offer) return expect.fail('nothing offered')
    await stage(root, `${source.url}/${offer.file}`, offer).finally(() => source.close())
  }

  it('is detected before the download', async () => {
    const noise = Buffer.from(Array.from({ length: 2_000_000 }, () => Math.floor(Math.random() * 256)))
    await expect(stageWith(noise)).rejects.toMatchObject({ error: 'noSpace' })
    expect(readdirSync(releases)).toEqual([])
  })

  it('leaves no files when it fills up during the download', async () => {
    await expect(stageWith(Buffer.alloc(20 * 1024 * 1024))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(readdirSync(releases)).toEqual([])
    await stageWith(Buffer.alloc(1024))
    expect(readdirSync(releases)).toEqual(['0.3.0'])
  })
})
