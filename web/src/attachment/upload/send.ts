import { ApiError, requestId, unwrapAnswer, withoutLoginRedirect } from '../../lib/api.ts'
import { sendFile, type Upload } from '../../lib/files/upload.ts'

/** The dropped files. A folder becomes an empty file with its name, because its content cannot be read as a file. */
export function filesOf({ items, files }: DataTransfer): File[] {
  const entries = [...(items ?? [])].filter((item) => item.kind === 'file')
  if (!entries.length) return [...files]
  return entries.flatMap((item) => {
    const entry = item.webkitGetAsEntry?.()
    if (entry?.isDirectory) return [new File([], entry.name)]
    return item.getAsFile() ?? []
  })
}

interface RawAnswer {
  url?: unknown
  success?: unknown
  message?: unknown
  file_id?: unknown
}

/** A file that was uploaded. */
export interface UploadedFile {
  url: string
  file_id: string
}

/** Uploads respond with `{url, success, message, file_id}` without the envelope; refusals come in the envelope. Throws ApiError. */
function uploadedFile(answer: unknown): UploadedFile {
  const { url, success, message, file_id } = (answer ?? {}) as RawAnswer
  if (Number(success) === 1 && typeof url === 'string' && url) return { url, file_id: String(file_id ?? '') }
  if (success !== undefined) throw new ApiError(10101, String(message || ''))
  // An editor with unsaved text must not be redirected to the login.
  unwrapAnswer(answer, withoutLoginRedirect({}))
  throw new ApiError(0, '')
}

/** '0' means no item or no page. */
interface UploadTarget {
  item_id: string
  page_id: string
}

const calls = {
  picture: { path: 'page/uploadImg', as: 'editormd-image-file' },
  file: { path: 'page/upload', as: 'file' },
  own: { path: 'attachment/attachmentUpload', as: 'file' },
}

/** The request_id of each file and its target: a repetition after no answer stores no second file (W15). */
const attempts = new WeakMap<File, { target: string; request_id: string }>()

function requestIdOf(file: File, where: UploadTarget): string {
  const target = JSON.stringify(where)
  const known = attempts.get(file)
  const attempt = known?.target === target ? known : { target, request_id: requestId() }
  attempts.set(file, attempt)
  return attempt.request_id
}

export const send = (kind: keyof typeof calls, file: File, where: UploadTarget, sent: (bytes: number) => void): Upload<UploadedFile> =>
  sendFile(calls[kind].path, {
    fields: { ...where, request_id: requestIdOf(file, where) },
    fileField: calls[kind].as,
    file,
    events: { sent },
    read: uploadedFile,
  })
