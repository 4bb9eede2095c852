import type { Answer } from '@sheaf/contract/client'
import { open } from '../lib/api.ts'
import { sendFile } from '../lib/upload.ts'

export type Imported = Answer<'import', 'auto'>

/** Sends the zip; an import may take minutes. */
export const sendZip = (
  file: File,
  fields: { request_id: string; password: string },
  told: { sent: (bytes: number) => void; allSent: () => void },
) => sendFile('import/auto', { fields, as: 'file', file, told, read: (answer) => open(answer as Parameters<typeof open>[0]) as Imported })
