import { useEffect, useRef } from 'react'
import { sizeOf } from '../lib/format/sizes.ts'
import { useWords } from '../lib/words.ts'
import { mockWords } from './mock.words.ts'
import { pretty } from './mock-pretty.ts'

export interface MockResponse {
  status: number
  ms: number
  text: string
}

/** Calls the mock as anybody would: without cookies. Undefined when no answer came. */
export async function tryMock(address: string, language: string): Promise<MockResponse | undefined> {
  const start = performance.now()
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      headers: { 'accept-language': language === 'zh' ? 'zh-CN' : 'en-US' },
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    return { status: response.status, ms: Math.round(performance.now() - start), text }
  } catch {
    return undefined
  }
}

/** More would make the dialog slow and help nobody. */
const RESPONSE_MAX_CHARS = 20_000

export function MockAnswer({ tried }: { tried: MockResponse }) {
  const t = useWords(mockWords)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [tried])
  const text = tried.text.length > RESPONSE_MAX_CHARS ? `${tried.text.slice(0, RESPONSE_MAX_CHARS)} …` : (pretty(tried.text) ?? tried.text)
  return (
    <section ref={section} className="mk-answer" aria-label={t.answer}>
      <div className="row">
        <span className="label">{t.answer}</span>
        <span className="help" role="status">{`${tried.status} · ${t.answerOf(tried.ms, sizeOf(new Blob([tried.text]).size))}`}</span>
      </div>
      <pre className="scroll">{text}</pre>
    </section>
  )
}
