import type { Answer } from '@sheaf/contract/client'
import { jsonProblem } from '@sheaf/contract/json-problem'
import { factsOf, type Language } from '@sheaf/contract/languages'
import { TEMPLATE_CHARS_MAX } from '@sheaf/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { refreshAfter } from '../lib/changes.ts'
import { sizeOf } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { absoluteUrl } from '../reading/share/target.ts'
import { useSend } from '../ui/send.ts'
import { mockWords } from './mock.words.ts'
import { formatJson, replaceSelection } from './mock-texts.ts'

interface MockResponse {
  status: number
  ms: number
  text: string
}

/** Calls the mock like an anonymous client, without cookies. Returns undefined if no response arrived. */
async function tryMock(address: string, language: Language): Promise<MockResponse | undefined> {
  const start = performance.now()
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      headers: { 'accept-language': factsOf(language).region },
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    return { status: response.status, ms: Math.round(performance.now() - start), text }
  } catch {
    return undefined
  }
}

/** A longer text would only slow the dialog down. */
const RESPONSE_MAX_CHARS = 20_000

export function MockAnswer({ tried }: { tried: MockResponse }) {
  const t = useWords(mockWords)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [tried])
  const text =
    tried.text.length > RESPONSE_MAX_CHARS ? `${tried.text.slice(0, RESPONSE_MAX_CHARS)} …` : (formatJson(tried.text) ?? tried.text)
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

export interface MockOf {
  item_id: string
  isPrivate: boolean
  /** '0' while the page has not been saved. */
  page_id: string
  /** Returns the current text of the page. */
  read: () => string
  savePage: () => Promise<unknown>
  onClose: () => void
}

/** A stored mock; null if the page has none. */
export type Mock = Answer<'mock', 'infoByPageId'>

/** A problem is shown only after a pause in typing. */
const VALIDATION_DEBOUNCE_MS = 600

/** The reason why a template is not JSON. `check` checks immediately and returns true if it is JSON. */
function useProblem(text: string) {
  const [problem, setProblem] = useState<ReturnType<typeof jsonProblem>>()
  const check = () => {
    const found = jsonProblem(text)
    setProblem(found)
    return found === undefined
  }
  useEffect(() => {
    if (jsonProblem(text) === undefined || text.trim() === '') return setProblem(undefined)
    const timer = setTimeout(() => setProblem(jsonProblem(text)), VALIDATION_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { problem, check }
}

/** The state of the mock editor: text and path, their saved version, and the response of the last test. */
export function useMockState(page_id: string, mock: Mock) {
  const language = useLanguage()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(mock?.template ?? '')
  const [path, setPath] = useState(mock?.path ?? '/')
  const [saved, setSaved] = useState({ text, path })
  const [tried, setTried] = useState<MockResponse | 'none'>()
  const { problem, check } = useProblem(text)
  const sending = useSend(api.mock.add)
  const key = sending.answer?.unique_key ?? mock?.unique_key
  const dirty = text !== saved.text || path !== saved.path
  const tooLong = text.length > TEMPLATE_CHARS_MAX

  const put = (whole: string) => {
    const area = field.current
    if (!area || !replaceSelection(area, whole, 0, area.value.length)) setText(whole)
    area?.setSelectionRange(0, 0)
    area?.scrollTo?.({ top: 0 })
  }
  /** A template that is not JSON stays unchanged; the field shows the problem. */
  const change = (make: () => string) => (check() ? put(make()) : field.current?.focus())
  /** Saves the mock. Returns its key, or undefined if it could not be saved. */
  const save = async () => {
    if (!check() || tooLong) {
      field.current?.focus()
      return undefined
    }
    const sent = { text, path }
    const answer = await sending.send(withoutLoginRedirect({ page_id, template: text, path })).catch(() => undefined)
    if (!answer) return undefined
    setPath((now) => (now === sent.path ? answer.path : now))
    setSaved({ ...sent, path: answer.path })
    return answer.unique_key
  }
  const tryIt = async () => {
    const address = dirty || !key ? await save() : key
    if (!address) return
    setTried((await tryMock(absoluteUrl(paths.mockByKey(address)), language)) ?? 'none')
    void refreshAfter(queries, api.mock.add, { page_id })
  }
  const { busy, error } = sending
  return { field, text, setText, path, setPath, problem, tooLong, key, dirty, busy, error, tried, put, change, save, tryIt }
}

export type MockState = ReturnType<typeof useMockState>
