import type { Answer } from '@sheaf/contract/client'
import { addressOf, open } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'

export type Imported = Answer<'import', 'auto'>

/** A server in front of ours gave up on the size of the body and answered in its own way. */
export class FrontTooLarge extends Error {}

const parse = (text: string): Parameters<typeof open>[0] => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends the zip; XMLHttpRequest, because fetch does not tell how much has been sent. No timeout: an import may take
 * minutes. `done` resolves to null when cancelled and fails with the server's words.
 */
export function sendZip(
  file: File,
  fields: { request_id: string; password: string },
  told: { sent: (bytes: number) => void; allSent: () => void },
) {
  const xhr = new XMLHttpRequest()
  const done = new Promise<Imported | null>((resolve, reject) => {
    const settle = (text: string) => {
      try {
        resolve(open(parse(text)) as Imported)
      } catch (error) {
        reject(error)
      }
    }
    xhr.open('POST', addressOf('import/auto'))
    xhr.setRequestHeader('accept-language', readBoot().language === 'zh' ? 'zh-CN' : 'en-US')
    xhr.upload.onprogress = (event) => told.sent(event.loaded)
    xhr.upload.onload = () => told.allSent()
    xhr.onabort = () => resolve(null)
    xhr.onerror = () => settle('')
    xhr.onload = () => (xhr.status === 413 && !parse(xhr.responseText) ? reject(new FrontTooLarge()) : settle(xhr.responseText))
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', file)
    xhr.send(body)
  })
  return { done, cancel: () => xhr.abort() }
}
