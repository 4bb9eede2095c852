import './panel.css'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { api, read } from '../../lib/api.ts'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { useWords } from '../../lib/words.ts'
import { forgetOthers } from '../../session/console-keys.ts'
import { useAccount } from '../../session/session.ts'
import { Select } from '../../ui/forms/select.tsx'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { AnswerPart } from '../answer/answer.tsx'
import { consoleWords } from '../console.words.ts'
import type { Answered } from '../example/example.ts'
import type { ConsoleCall, ConsoleEnvironment } from '../request/values.ts'
import { type SharedEnvironment, usable, useEndpoint } from './environment.ts'
import { Foot } from './foot.tsx'
import { RequestForm } from './request-form.tsx'
import { type Console, useConsole, VISITOR } from './use-console.ts'

const ExampleDialog = lazyPart(() => import('../example/dialog.tsx').then((m) => m.ExampleDialog))

interface Example {
  answered: Answered
  env_name: string
}

interface Props {
  page_id: string
  item_id: string
  /** The page, which can have a choice of the server. */
  html: string
  onClose: () => void
}

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }

/** Next to the text in wide windows; over the whole window in narrow ones. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isWhole = useIsUpTo('tablet')
  useEffect(() => {
    const element = dialog.current
    const previous = document.activeElement as HTMLElement | null
    if (!element) return
    if (!element.show) element.setAttribute('open', '')
    else if (isWhole) element.showModal()
    else element.show()
    return () => {
      element.close?.()
      if (previous?.isConnected) previous.focus({ preventScroll: true })
    }
  }, [isWhole])
  return dialog
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Bone key={key} height={36} />
    ))}
    <Bone height={160} />
  </Skeleton>
)

/** The console of one operation: `?try`. */
export function ConsolePanel({ page_id, item_id, html, onClose }: Props) {
  const t = useWords(consoleWords)
  const account = useAccount()
  const uid = account?.uid
  /* Another tab can have signed out since this one was opened. */
  useEffect(() => forgetOthers(uid), [uid])
  const dialog = useDialog()
  const heading = useId()
  const call = useQuery(read(api.console.call, { page_id }))
  const environments = useQuery(read(api.console.environments, { item_id }))
  const error = call.error ?? environments.error
  const retry = () => {
    void call.refetch()
    void environments.refetch()
  }
  const shared = { heading, onClose }
  const { shared: common, address } = useEndpoint(html, item_id)
  const chosen = environments.data && usable(environments.data).find((one) => one.base_url === address)?.env_id
  const [example, setExample] = useState<Example>()
  const panel = createPortal(
    <dialog
      ref={dialog}
      className="try"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      {call.data && environments.data ? (
        <Loaded
          key={uid}
          {...shared}
          item_id={item_id}
          uid={uid ?? VISITOR}
          call={call.data}
          environments={usable(environments.data)}
          chosen={chosen}
          common={common}
          onExample={setExample}
        />
      ) : (
        <>
          <Head {...shared} call={call.data} />
          <div className="try-scroll">
            <div className="try-body">{error ? <ErrorNote title={t.failed} error={error} onRetry={retry} /> : <Waiting />}</div>
          </div>
        </>
      )}
    </dialog>,
    document.body,
  )
  return (
    <>
      {panel}
      {/* Next to the panel and not inside: its keys are not those of the panel. */}
      {example && (
        <Suspense>
          <ExampleDialog {...example} onClose={() => setExample(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface HeadProps {
  heading: string
  call: ConsoleCall | undefined
  state?: Console | undefined
  environments?: ConsoleEnvironment[]
  onClose: () => void
}

function Head({ heading, call, state, environments = [], onClose }: HeadProps) {
  const t = useWords(consoleWords)
  return (
    <div className="try-head">
      <h2 id={heading} aria-label={call ? t.title(call.method, call.path) : t.loading}>
        {call && (
          <>
            <span className={`verb ${verbs[call.method] ?? 'other'}`}>{call.method}</span>
            <span className="try-path">{call.path}</span>
          </>
        )}
      </h2>
      {state && environments.length > 0 && (
        <Select small aria-label={t.environment} value={state.environment?.env_id ?? ''} onChange={state.setEnvironment}>
          {environments.map(({ env_id, env_name }) => (
            <option key={env_id} value={env_id}>
              {env_name}
            </option>
          ))}
        </Select>
      )}
      <IconButton name={t.close} keys="Esc" onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

interface LoadedProps {
  /** The environment that has the address that the reader chose on the page. */
  chosen: string | undefined
  common: SharedEnvironment | undefined
  heading: string
  item_id: string
  uid: string
  call: ConsoleCall
  environments: ConsoleEnvironment[]
  onExample: (example: Example) => void
  onClose: () => void
}

function Loaded({ heading, item_id, uid, call, environments, chosen, common, onExample, onClose }: LoadedProps) {
  const t = useWords(consoleWords)
  const state = useConsole({ item_id, uid, call, environments, chosen, common })
  const answer = useRef<HTMLElement>(null)
  const { outcome } = state
  useEffect(() => {
    if (outcome) answer.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  const openExample =
    call.editable && uid !== VISITOR && outcome && 'answer' in outcome
      ? () => onExample({ answered: { call, ...outcome }, env_name: outcome.env_name })
      : undefined
  const latest = useRef(state.send)
  latest.current = state.send
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (event.target instanceof Element && event.target.closest('dialog:not(.try)')) return
      event.preventDefault()
      void latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Head {...{ heading, call, state, environments, onClose }} />
      <div className="try-scroll">
        {state.environment ? (
          <>
            <RequestForm state={state} />
            <Foot state={state} />
            {outcome && <AnswerPart ref={answer} state={state} outcome={outcome} onExample={openExample} />}
          </>
        ) : (
          <Empty title={t.noEnvironment}>{t.noEnvironmentText}</Empty>
        )}
      </div>
    </>
  )
}
