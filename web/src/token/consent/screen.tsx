import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, api, isError, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { consentWords } from './consent.words.ts'
import { ConsentForm } from './form.tsx'
import { ConsentFrame, ConsentProblem } from './frame.tsx'

type Outcome = { name: string; isAllowed: boolean; redirect: string }

/** /user/authorize: a program asks the user for access. */
export function ConsentScreen() {
  const t = useWords(consentWords)
  const account = useAccount()
  const here = useLocation()
  const query = here.search.replace(/^\?/, '')
  const request = useQuery({
    ...read(api.oauth.request, { query }),
    enabled: account !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [outcome, setOutcome] = useState<Outcome>()
  if (!account) return <Redirect to={paths.login(here.pathname + here.search)} />
  if (outcome)
    return (
      <ConsentFrame title={t.title(outcome.name)}>
        <Done {...outcome} />
      </ConsentFrame>
    )
  if (request.error)
    return (
      <ConsentFrame title={t.titleUnknown}>
        <Refused error={request.error} query={query} onRetry={() => void request.refetch()} />
      </ConsentFrame>
    )
  if (!request.data)
    return (
      <ConsentFrame title={t.titleUnknown}>
        <Skeleton>
          <Bone width={100} height={44} />
          <Bone width="80%" height={56} />
          <Bone height={96} />
          <Bone height={240} />
          <Bone height={42} />
        </Skeleton>
      </ConsentFrame>
    )
  const { client_name, problem, back } = request.data
  if (problem)
    return (
      <ConsentFrame title={t.title(client_name)}>
        <ConsentProblem
          title={t.problem(client_name)}
          text={t.problemText(problem)}
          action={
            <a className="btn" href={back}>
              {t.open(client_name)}
            </a>
          }
        />
      </ConsentFrame>
    )
  return (
    <ConsentFrame title={t.title(client_name)} foot={t.foot}>
      <ConsentForm
        query={query}
        request={request.data}
        account={account}
        onDone={(isAllowed, redirect) => setOutcome({ name: client_name, isAllowed, redirect })}
      />
    </ConsentFrame>
  )
}

/** Goes back to the program. Browsers do not open every program without a click, so the link stays. */
function Done({ name, isAllowed, redirect }: Outcome) {
  const t = useWords(consentWords)
  const Icon = isAllowed ? CircleCheck : CircleX
  useEffect(() => location.assign(redirect), [redirect])
  return (
    <div role="status" className={isAllowed ? 'consent-done' : 'consent-done refused'}>
      <Icon className="i" aria-hidden="true" />
      <h1>{isAllowed ? t.allowed(name) : t.refused(name)}</h1>
      <p className="consent-text">{isAllowed ? t.allowedText : t.refusedText}</p>
      <a className="btn" href={redirect} rel="noreferrer">
        {t.open(name)}
      </a>
    </div>
  )
}

interface WrongBack {
  client_name: string
  redirect_uri: string
  registered: string[]
}

/** Why the description of a program, at the address that is its id, does not count. */
const documentErrors = [
  'documentsOff',
  'documentForbidden',
  'documentUnreachable',
  'documentTooLarge',
  'documentNotJson',
  'documentOther',
  'documentRedirects',
] as const

/** Why the request is not shown. */
function Refused({ error, query, onRetry }: { error: Error; query: string; onRetry: () => void }) {
  const t = useWords(consentWords)
  const ui = useWords(uiWords)
  if (isError(error, 'clientUnknown')) return <ConsentProblem title={t.unknown} text={t.unknownText} />
  if (isError(error, 'oauthOff')) return <ConsentProblem title={t.off} text={t.offText} />
  if (isError(error, 'agentsOff')) return <ConsentProblem title={t.off} text={t.agentsOffText} />
  if (isError(error, 'requestWrong', 'badInput')) return <ConsentProblem title={t.over} text={t.overText} />
  if (isError(error, ...documentErrors))
    return (
      <ConsentProblem
        title={t.document}
        text={t.documentText(error.message)}
        action={
          isError(error, 'documentUnreachable') && (
            <button type="button" className="btn" onClick={onRetry}>
              {ui.retry}
            </button>
          )
        }
      >
        <dl className="consent-facts">
          <dt>{t.address}</dt>
          <dd className="mono">{new URLSearchParams(query).get('client_id')}</dd>
        </dl>
      </ConsentProblem>
    )
  if (!isError(error, 'redirectUnknown') || !(error instanceof ApiError))
    return <ErrorNote title={t.failed} error={error} onRetry={onRetry} />
  const { client_name, redirect_uri, registered } = error.data as WrongBack
  return (
    <ConsentProblem title={t.wrongBack} text={t.wrongBackText(client_name)}>
      <dl className="consent-facts">
        <dt>{t.askedFor}</dt>
        <dd className="mono">{redirect_uri || '–'}</dd>
        <dt>{t.registered}</dt>
        <dd className="mono">
          {registered.map((address) => (
            <div key={address}>{address}</div>
          ))}
        </dd>
      </dl>
    </ConsentProblem>
  )
}
