import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@sheaf/contract'
import { keptFree, spaceAt } from '../storage/disk.ts'
import { bytesOf, requestSource } from './ask-source.ts'
import { installPackages } from './packages.ts'
import { makePart, releaseIn, releasesIn } from './releases.ts'
import { unpack } from './unpack.ts'
import type { Offer } from './update.rules.ts'

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000

/** What a package takes at most while it is brought in, unpacked and with packages of its own. */
const roomFor = ({ size }: Offer) => 12 * size

/** Lays the offered version ready under its name; it has that name only when all of it is there and checked. */
export async function stage(root: string, address: string, offer: Offer): Promise<void> {
  const space = await spaceAt(releasesIn(root))
  if (space.free - roomFor(offer) < keptFree(space)) throw new Refusal('noSpace')
  const part = await makePart(root)
  try {
    const [zip, folder] = [join(part, 'package.zip'), join(part, 'release')]
    await fetchPackage(address, zip, offer)
    await unpack(zip, folder, offer.version)
    await installPackages(root, folder)
    // Left over from an update that did not start, or from the same download before.
    await rm(releaseIn(root, offer.version), { recursive: true, force: true })
    await rename(folder, releaseIn(root, offer.version))
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** The bytes that were signed, not one more, and none of them read before that is known. */
async function fetchPackage(address: string, path: string, { size, sha256 }: Offer) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of bytesOf(await requestSource(address, DOWNLOAD_TIMEOUT_MS), new URL(address).host, size)) {
      hash.update(piece)
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== sha256) throw new Refusal('updateBroken', { problem: 'SHA-256' })
}
