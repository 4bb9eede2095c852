import type { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract/errors'
import { mayVisitFile } from '../attachment/attachment.rights.ts'
import { bySign } from '../attachment/attachment.store.ts'
import type { Ctx } from '../http/context.ts'

/** A stored file that a page shows. */
export interface ExportFile {
  file_id: number
  sign: string
  name: string
  type: string
  size: number
  /** The bytes; rejects when the store has lost them. */
  open: () => Promise<Readable>
}

/** The number of a stored file in an address as pages write it, in every form and with any host: nothing is ever asked of that host. */
const signIn = (url: string) => /visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/i.exec(url)?.[1]?.toLowerCase()

/**
 * Finds the file an address means: a row of our own by its sign, for whoever may visit it. What a text says besides is no path and
 * no address to us (S93, S94).
 */
export function fileFinder(ctx: Pick<Ctx<'user'>, 'store' | 'files' | 'user' | 'session_id'>) {
  return async (url: string): Promise<ExportFile | undefined> => {
    const sign = signIn(url)
    const file = sign ? await bySign(ctx, sign) : undefined
    if (!file || !(await mayVisitFile(ctx, file))) return undefined
    const files = await ctx.files.of(file.store)
    // Lost or cut off since: better none than half of it. A store out of reach may have it still, so there is no export then.
    const there = await files.size(file.path).catch((error: unknown) => (error instanceof Refusal ? Promise.reject(error) : -1))
    if (there !== file.file_size) return undefined
    const { file_id, display_name: name, file_type: type, file_size: size, path } = file
    return { file_id, sign: file.sign, name, type, size, open: () => files.read(path, undefined, size) }
  }
}
