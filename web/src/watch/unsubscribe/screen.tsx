import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { api, isError, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { Bone, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { uiWords } from '../../ui/ui.words.ts'
import { AuthLayout } from '../../user/entrance.tsx'
import { unsubscribeWords } from './unsubscribe.words.ts'

type Scope = Answer<'watch', 'unsubscribeInfo'>

/** What the link ends, without the name of a page or a person. */
function useWhat({ scope, kind, group }: Scope) {
  const t = useWords(unsubscribeWords)
  if (scope === 'subject' && kind) return t[kind]
  return scope === 'group' && group ? t[group] : t.all
}

function ToSettings() {
  const t = useWords(unsubscribeWords)
  const account = useAccount()
  return (
    <p className="help aside">
      {account ? <Link to={paths.watching()}>{t.settings}</Link> : <Link to={paths.login(paths.watching())}>{t.settingsSignIn}</Link>}
    </p>
  )
}

/** Asks first: mail programs and scanners open links by themselves. */
function Question({ token, scope }: { token: string; scope: Scope }) {
  const t = useWords(unsubscribeWords)
  const what = useWhat(scope)
  const [state, setState] = useState<'asked' | 'ended' | 'undone'>('asked')
  const { send, busy, error } = useSend(api.watch.unsubscribe, { onDone: (_, { undo }) => setState(undo === '1' ? 'undone' : 'ended') })
  const texts = {
    asked: [t.ask, t.asked(scope.address, what), t.stop],
    ended: [t.done, t.doneText(what), t.undo],
    undone: [t.undone, t.undoneText(what, scope.address), t.again],
  } as const
  const [title, lead, action] = texts[state]
  return (
    <AuthLayout title={title} lead={lead}>
      <FieldError id="unsubscribe-wrong">{error?.message}</FieldError>
      <button
        key={state}
        type="button"
        className={state === 'asked' ? 'btn primary large wide' : 'btn large wide'}
        disabled={busy}
        onClick={() => void send({ token, undo: state === 'ended' ? '1' : '0' })}
      >
        {action}
      </button>
      <ToSettings />
    </AuthLayout>
  )
}

/** /user/unsubscribe/{token}: the target of a link in a mail. Opening it changes nothing. */
export function UnsubscribeScreen() {
  const t = useWords(unsubscribeWords)
  const ui = useWords(uiWords)
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...read(api.watch.unsubscribeInfo, { token }), retry: false })
  if (data) return <Question token={token} scope={data} />
  if (!error)
    return (
      <AuthLayout title={t.title}>
        <Skeleton>
          <Bone height={44} />
        </Skeleton>
      </AuthLayout>
    )
  if (isError(error, 'linkInvalid'))
    return (
      <AuthLayout title={t.invalid} lead={t.invalidText}>
        <ToSettings />
      </AuthLayout>
    )
  return (
    <AuthLayout title={t.failed} lead={error.message}>
      <button type="button" className="btn primary large wide" onClick={() => void refetch()}>
        {ui.retry}
      </button>
    </AuthLayout>
  )
}
