import { addressOf } from './api.ts'
import { readBoot } from './boot.ts'

/** A server in front of ours gave up on the size of the body and answered in its own way. */
export class ProxyTooLarge extends Error {}

export interface Upload<Out> {
  /** Resolves to null when it was cancelled. */
  done: Promise<Out | null>
  cancel: () => void
}

interface Sending<Out> {
  fields: Record<string, string>
  /** The name of the file's field, and the file. */
  as: string
  file: File
  told: { sent: (bytes: number) => void; allSent?: () => void }
  /** Makes something of what was answered, null for what is no JSON, or throws what is wrong. */
  read: (answer: unknown) => Out
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends one file; XMLHttpRequest, because fetch does not tell how much has been sent. No timeout: a file takes as long as it takes. */
export function sendFile<Out>(path: string, { fields, as, file, told, read }: Sending<Out>): Upload<Out> {
  const xhr = new XMLHttpRequest()
  const done = new Promise<Out | null>((resolve, reject) => {
    const settle = (answer: unknown) => {
      try {
        resolve(read(answer))
      } catch (error) {
        reject(error)
      }
    }
    xhr.open('POST', addressOf(path))
    xhr.setRequestHeader('accept-language', readBoot().language === 'zh' ? 'zh-CN' : 'en-US')
    xhr.upload.onprogress = (event) => told.sent(event.loaded)
    xhr.upload.onload = () => told.allSent?.()
    xhr.onabort = () => resolve(null)
    xhr.onerror = () => settle(null)
    xhr.onload = () => {
      const answer = parse(xhr.responseText)
      if (xhr.status === 413 && !answer) reject(new ProxyTooLarge())
      else settle(answer)
    }
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(as, file)
    xhr.send(body)
  })
  return { done, cancel: () => xhr.abort() }
}
