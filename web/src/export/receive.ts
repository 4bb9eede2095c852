import { ApiError, addressOf, unwrapAnswer } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'

export interface DownloadedFile {
  name: string
  blob: Blob
}

/** The name a file was sent with. */
function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : 'export'
  } catch {
    return 'export'
  }
}

/** Fetches a file that takes as long as it takes; what the server refuses is thrown in its words, a cut connection as code 0. */
export async function receive(path: string, fields: Record<string, string>, signal: AbortSignal, lost: string): Promise<DownloadedFile> {
  const language = readBoot().language === 'zh' ? 'zh-CN' : 'en-US'
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

/** Hands a file to the browser to keep. */
export function save({ name, blob }: DownloadedFile) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
