import type { Answer } from '@sheaf/contract/client'
import { unwrapAnswer } from '../../lib/api.ts'
import { sendFile } from '../../lib/upload.ts'

export type Imported = Answer<'import', 'auto'>
export type Previewed = Answer<'import', 'preview'>

interface UploadEvents {
  sent: (bytes: number) => void
  allSent: () => void
}

const send = <Out>(path: string, file: File, fields: Record<string, string>, told: UploadEvents) =>
  sendFile(path, { fields, as: 'file', file, told, read: (answer) => unwrapAnswer(answer) as Out })

/** Sends the file; an import may take minutes. */
export const sendImport = (file: File, fields: Record<string, string>, told: UploadEvents) =>
  send<Imported>('import/auto', file, fields, told)

/** Asks what the file would do in an item. */
export const sendPreview = (file: File, fields: { item_id: string; cat_id: string }, told: UploadEvents) =>
  send<Previewed>('import/preview', file, fields, told)
