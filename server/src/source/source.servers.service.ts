import { Refusal } from '@sheaf/contract'
import type { Ctx } from '../context.ts'
import { QueueFull } from '../runtime/fair-queue.ts'
import { lruOf } from '../runtime/lru.ts'
import { type Bounds, inBounds } from '../runtime/workers.ts'
import { presentVersions, versionById } from './source.version.store.ts'

type Named = { address: string; description: string }[]

const bounds = { threads: 1, megabytes: 512, milliseconds: 20_000, waiting: 50, waitingPerOwner: 20 } satisfies Bounds

/** A version never changes, so its servers are read once. */
const servers = lruOf<Named>(1024 * 1024)

async function serversOfVersion(ctx: Ctx, source_id: number, version_id: number, owner: string): Promise<Named> {
  const known = servers(ctx.store)
  const key = `${source_id} ${version_id}`
  const found = known.get(key)
  if (found) return found
  const version = await versionById(ctx.db, source_id, version_id)
  if (!version) return []
  try {
    const read = await inBounds<{ bytes: Uint8Array }, Named>(import.meta.url, 'servers', { bytes: version.bytes }, { ...bounds, owner })
    known.set(key, read, JSON.stringify(read).length * 2 + 200)
    return read
  } catch (error) {
    // A description that takes too long names no server; the next request reads it again.
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    ctx.log.warn({ source_id, version_id, err: error }, 'the servers of a source cannot be read')
    return []
  }
}

/** The servers that the sources of an item name, source by source. */
export async function serversOfItem(ctx: Ctx, item_id: number) {
  const all: { source_id: number; title: string; address: string; description: string }[] = []
  for (const { source_id, title, version_id } of await presentVersions(ctx.db, item_id))
    for (const server of await serversOfVersion(ctx, source_id, version_id, String(item_id))) all.push({ source_id, title, ...server })
  return all
}
