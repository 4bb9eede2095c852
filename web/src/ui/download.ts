import { factsOf } from '@sheaf/contract/languages'
import { ApiError, addressOf, unwrapAnswer } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'

export interface DownloadedFile {
  name: string
  blob: Blob
}

/** The file name in a content-disposition header. */
function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="([^"\\]+)"/i.exec(disposition ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? 'export')
  } catch {
    return 'export'
  }
}

/** Fetches a file without a timeout. Throws the server's refusal as ApiError, or code 0 if the connection breaks. */
export async function receive(path: string, fields: Record<string, string>, signal: AbortSignal, lost: string): Promise<DownloadedFile> {
  const language = factsOf(readBoot().language).region
  const address = `${addressOf(path)}?${new URLSearchParams(fields)}`
  try {
    const response = await fetch(address, { headers: { 'accept-language': language }, signal })
    if (!response.headers.get('content-disposition')) unwrapAnswer(await response.json().catch(() => null))
    return { name: nameIn(response.headers.get('content-disposition')), blob: await response.blob() }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw new ApiError(0, lost)
  }
}

/** Saves a file through the browser's download. */
export function save({ name, blob }: DownloadedFile) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
