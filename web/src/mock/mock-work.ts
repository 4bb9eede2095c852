import { jsonProblem } from '@sheaf/contract/json-problem'
import { TEMPLATE_CHARS_MAX } from '@sheaf/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { write } from '../lib/query.ts'
import { useLanguage } from '../lib/words.ts'
import { absoluteUrl } from '../reading/share/target.ts'
import { typeIn } from './mock-edit.ts'
import type { Mock } from './mock-of.ts'
import { type MockResponse, tryMock } from './mock-try.tsx'

/** A mistake is told when the writer pauses. */
const VALIDATION_DEBOUNCE_MS = 600

/** What keeps a template from being JSON; `look` looks at once and says whether it is. */
function useProblem(text: string) {
  const [problem, setProblem] = useState<ReturnType<typeof jsonProblem>>()
  const look = () => {
    const found = jsonProblem(text)
    setProblem(found)
    return found === undefined
  }
  useEffect(() => {
    if (jsonProblem(text) === undefined || text.trim() === '') return setProblem(undefined)
    const timer = setTimeout(() => setProblem(jsonProblem(text)), VALIDATION_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { problem, look }
}

/** A mock in the writer's hands: its text and path, what is saved of them, and what it answered when it was tried. */
export function useMockState(page_id: string, mock: Mock) {
  const language = useLanguage()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(mock?.template ?? '')
  const [path, setPath] = useState(mock?.path ?? '/')
  const [kept, setKept] = useState({ text, path })
  const [tried, setTried] = useState<MockResponse | 'none'>()
  const { problem, look } = useProblem(text)
  const sending = useMutation(write(api.mock.add))
  const key = sending.data?.unique_key ?? mock?.unique_key
  const dirty = text !== kept.text || path !== kept.path
  const tooLong = text.length > TEMPLATE_CHARS_MAX

  const put = (whole: string) => {
    const area = field.current
    if (!area || !typeIn(area, whole, 0, area.value.length)) setText(whole)
    area?.setSelectionRange(0, 0)
    area?.scrollTo?.({ top: 0 })
  }
  /** What is no JSON stays as it is, and it is said where it is wrong. */
  const change = (make: () => string) => (look() ? put(make()) : field.current?.focus())
  /** The key of what was saved; none when it could not be. */
  const save = async () => {
    if (!look() || tooLong) {
      field.current?.focus()
      return undefined
    }
    const sent = { text, path }
    const saved = await sending.mutateAsync(withoutLoginRedirect({ page_id, template: text, path })).catch(() => undefined)
    if (!saved) return undefined
    setPath((now) => (now === sent.path ? saved.path : now))
    setKept({ ...sent, path: saved.path })
    return saved.unique_key
  }
  const tryIt = async () => {
    const address = dirty || !key ? await save() : key
    if (!address) return
    setTried((await tryMock(absoluteUrl(paths.mockByKey(address)), language)) ?? 'none')
    void queries.invalidateQueries({ queryKey: ['mock'] })
  }
  const { isPending: busy, error } = sending
  return { field, text, setText, path, setPath, problem, tooLong, key, dirty, busy, error, tried, put, change, save, tryIt }
}

export type MockState = ReturnType<typeof useMockState>
