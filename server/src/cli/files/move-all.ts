import { rm } from 'node:fs/promises'
import type { Services } from '../../context.ts'
import { makeTemp } from '../../storage/temp.ts'
import { movableTo } from './movable.store.ts'
import { type Movable, moveFile, type Outcome } from './move-file.ts'

/** Files on the way at the same time. */
const PARALLEL_MOVES_MAX = 4

export type MoveServices = Pick<Services, 'config' | 'store' | 'files' | 'now'>

export interface Done {
  files: number
  bytes: number
  left: { file: Movable; why: Outcome }[]
}

/** Everything that is not there yet; the first trouble with a store ends it. */
export async function moveAll(where: MoveServices, kind: string, show: (done: Done) => void): Promise<Done> {
  const done: Done = { files: 0, bytes: 0, left: [] }
  const target = await where.files.of(kind)
  const files = movableTo(where.store.db, kind)
  const temp = await makeTemp(where.config.DATA_DIR)
  let isOver = false
  const worker = async () => {
    for (let next = await files.next(); !next.done && !isOver; next = await files.next()) {
      const outcome = await moveFile(where, target, next.value, temp)
      if (outcome === 'lost' || outcome === 'changed') done.left.push({ file: next.value, why: outcome })
      if (outcome !== 'moved') continue
      done.files++
      done.bytes += next.value.file_size
      show(done)
    }
  }
  const end = (error: unknown) => {
    isOver = true
    throw error
  }
  try {
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL_MOVES_MAX }, () => worker().catch(end)))
    for (const one of ends) if (one.status === 'rejected') throw one.reason
    return done
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}
