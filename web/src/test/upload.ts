import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { refusal } from './answer.ts'

/** A fake XMLHttpRequest that the test controls. */
export class Upload {
  static all: Upload[] = []
  static get last() {
    return Upload.all.at(-1) as Upload
  }
  upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  address = ''
  headers: Record<string, string> = {}
  body = new FormData()
  status = 200
  responseText = ''
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
    Upload.all.push(this)
  }
  abort() {
    this.onabort()
  }
  sent(loaded: number) {
    act(() => this.upload.onprogress?.({ loaded }))
  }
  answers(data: unknown) {
    return this.replies({ error_code: 0, error_message: '', data })
  }
  refuses(...given: Parameters<typeof refusal>) {
    return this.replies(refusal(...given))
  }
  replies(answer: unknown) {
    this.responseText = JSON.stringify(answer)
    return act(async () => this.onload())
  }
}
vi.stubGlobal('XMLHttpRequest', Upload)
