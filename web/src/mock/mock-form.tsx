import type { Answer } from '@sheaf/contract/client'
import { jsonProblem } from '@sheaf/contract/json-problem'
import { TEMPLATE_MAX } from '@sheaf/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, Shuffle, WandSparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { absolute } from '../item/share-target.ts'
import { api, stayHere } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { Wrong } from '../ui/wrong.tsx'
import { mockWords } from './mock.words.ts'
import { MockAddress, MockPath } from './mock-address.tsx'
import type { MockOf } from './mock-dialog.tsx'
import { typeIn } from './mock-edit.ts'
import { MockFromPage } from './mock-from-page.tsx'
import { MockHelp } from './mock-help.tsx'
import { pretty } from './mock-pretty.ts'
import { MockText } from './mock-text.tsx'
import { MockAnswer, type Tried, tryMock } from './mock-try.tsx'
import { varied } from './mock-vary.ts'

interface Props extends Omit<MockOf, 'savePage'> {
  mock: Answer<'mock', 'infoByPageId'>
}

/** A mistake is told when the writer pauses. */
const PAUSE = 600

function useProblem(text: string) {
  const [problem, setProblem] = useState<ReturnType<typeof jsonProblem>>()
  const look = () => {
    const found = jsonProblem(text)
    setProblem(found)
    return found === undefined
  }
  useEffect(() => {
    if (jsonProblem(text) === undefined || text.trim() === '') return setProblem(undefined)
    const timer = setTimeout(() => setProblem(jsonProblem(text)), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return { problem, look }
}

export function MockForm({ item_id, isPrivate, page_id, read, mock, onClose }: Props) {
  const t = useWords(mockWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState(mock?.template ?? '')
  const [path, setPath] = useState(mock?.path ?? '/')
  const [kept, setKept] = useState({ text, path })
  const [leaving, setLeaving] = useState(false)
  const [tried, setTried] = useState<Tried | 'none'>()
  const { problem, look } = useProblem(text)
  const save = useMutation(write(api.mock.add))
  const key = save.data?.unique_key ?? mock?.unique_key
  const dirty = text !== kept.text || path !== kept.path
  const tooLong = text.length > TEMPLATE_MAX

  const put = (whole: string) => {
    const area = field.current
    if (!area || !typeIn(area, whole, 0, area.value.length)) setText(whole)
    area?.setSelectionRange(0, 0)
    area?.scrollTo?.({ top: 0 })
  }
  /** What is no JSON stays as it is, and it is said where it is wrong. */
  const change = (make: () => string) => () => (look() ? put(make()) : field.current?.focus())
  const saveNow = async () => {
    if (!look() || tooLong) {
      field.current?.focus()
      return undefined
    }
    const sent = { text, path }
    const saved = await save.mutateAsync(stayHere({ page_id, template: text, path })).catch(() => undefined)
    if (!saved) return undefined
    setPath((now) => (now === sent.path ? saved.path : now))
    setKept({ ...sent, path: saved.path })
    return saved.unique_key
  }
  const saveAndSay = async () => {
    if (await saveNow()) toast(t.saved)
  }
  const tryIt = async () => {
    const address = dirty || !key ? await saveNow() : key
    if (!address) return
    setTried((await tryMock(absolute(paths.mockByKey(address)), language)) ?? 'none')
    void queries.invalidateQueries({ queryKey: ['mock'] })
  }
  const close = () => (dirty ? setLeaving(true) : onClose())

  return (
    <>
      <Dialog
        wide
        title={t.title}
        onClose={close}
        onSubmit={() => void saveAndSay()}
        actions={
          <>
            <span className="mk-called">{mock && t.called(Number(mock.view_times))}</span>
            <button type="button" className="btn" onClick={close}>
              {t.close}
            </button>
            <button type="button" className="btn" disabled={save.isPending} onClick={() => void tryIt()}>
              <Play className="i" aria-hidden="true" />
              {dirty || !key ? t.saveAndTry : t.tryIt}
            </button>
            <button ref={next} type="submit" className="btn primary" disabled={save.isPending}>
              {t.save}
            </button>
          </>
        }
      >
        <p>{t.about}</p>
        <div className="mk-addresses">
          <MockPath item_id={item_id} isPrivate={isPrivate} path={path} onPath={setPath} />
          <MockAddress label={t.byKey} help={t.keyHelp} copy={t.copyKey} address={key && absolute(paths.mockByKey(key))} />
        </div>
        <div className="field">
          <div className="mk-head">
            <span className="label">{t.template}</span>
            <MockFromPage read={read} onTake={put} />
            <button
              type="button"
              className="btn s"
              data-tip={t.varyHelp}
              onClick={change(() => JSON.stringify(varied(JSON.parse(text), language), null, 2))}
            >
              <Shuffle className="i" aria-hidden="true" />
              {t.vary}
            </button>
            <button type="button" className="btn s" onClick={change(() => pretty(text) ?? text)}>
              <WandSparkles className="i" aria-hidden="true" />
              {t.beautify}
            </button>
          </div>
          <MockText {...{ field, problem, tooLong }} value={text} onChange={setText} onLeave={() => next.current?.focus()} />
        </div>
        <Wrong>{save.error?.message}</Wrong>
        {tried === 'none' ? <Wrong>{t.noAnswer}</Wrong> : tried && <MockAnswer tried={tried} />}
        <MockHelp />
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title={t.leaveTitle}
          action={t.leave}
          cancel={t.stay}
          danger
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          {t.leaveText}
        </ConfirmDialog>
      )}
    </>
  )
}
