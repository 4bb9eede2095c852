import { factsOf } from '@sheaf/contract/languages'
import { useRef, useState } from 'react'
import { addressOf, isNetworkError, proxyRefusal, requestId } from '../api.ts'
import { readBoot } from '../boot.ts'

/** A reverse proxy rejected the body as too large, with an answer that is not from Sheaf. */
export class ProxyTooLarge extends Error {}

export interface Upload<Out> {
  /** Resolves to null when the upload was cancelled. */
  done: Promise<Out | null>
  cancel: () => void
}

interface UploadRequest<Out> {
  fields: Record<string, string>
  /** The name of the form field that holds the file. */
  fileField: string
  file: File
  events: { sent: (bytes: number) => void; allSent?: () => void }
  /** Converts the parsed answer, which is null if it was not JSON; throws if it is an error. */
  read: (answer: unknown) => Out
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends one file by XMLHttpRequest, because fetch does not report upload progress. No timeout: large files need time. */
export function sendFile<Out>(path: string, { fields, fileField, file, events, read }: UploadRequest<Out>): Upload<Out> {
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
    xhr.setRequestHeader('accept-language', factsOf(readBoot().language).region)
    xhr.upload.onprogress = (event) => events.sent(event.loaded)
    xhr.upload.onload = () => events.allSent?.()
    xhr.onabort = () => resolve(null)
    xhr.onerror = () => settle(null)
    xhr.onload = () => {
      const answer = parse(xhr.responseText)
      const refusal = proxyRefusal(xhr.status, answer)
      if (refusal) reject(xhr.status === 413 ? new ProxyTooLarge() : refusal)
      else settle(answer)
    }
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(fileField, file)
    xhr.send(body)
  })
  return { done, cancel: () => xhr.abort() }
}

/**
 * The request_id of an upload. A repetition after no answer has the same one, so that nothing is made twice (W15); another file or
 * other fields have a new one, so that they are not answered as the first.
 */
export function useAttempt() {
  const [request_id, setId] = useState<string>(requestId)
  const unanswered = useRef<{ input: string; request_id: string }>(undefined)
  const begin = ({ name, size, lastModified }: File, fields: object) => {
    const input = JSON.stringify([name, size, lastModified, fields])
    if (unanswered.current?.input !== input) unanswered.current = { input, request_id: requestId() }
    setId(unanswered.current.request_id)
    return unanswered.current.request_id
  }
  /** An answer has arrived, or no answer is wanted. */
  const end = (error?: unknown) => {
    if (!isNetworkError(error)) unanswered.current = undefined
  }
  return { request_id, begin, end }
}
