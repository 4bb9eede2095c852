import './ask.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, isError, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { stored } from '../../lib/stored.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useSend } from '../../ui/send.ts'
import { askWords } from './ask.words.ts'
import { Details, type FeedbackInfo } from './details.tsx'

type Figures = NonNullable<FeedbackInfo['figures']>

const BROWSER_KEY = 'sheaf.reader'
const BROWSER_BYTES = 16

/** The number of this browser, '' before its first answer: a reader who does not answer gets none. */
const knownBrowser = () => stored.read(BROWSER_KEY) ?? ''

/** Makes the number with the first answer. If the browser stores nothing, the next answer is another reader's. */
function thisBrowser(): string {
  const known = knownBrowser()
  if (known) return known
  const made = [...crypto.getRandomValues(new Uint8Array(BROWSER_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  stored.write(BROWSER_KEY, made)
  return made
}

/** The server takes no visitor's answer before; an earlier one waits here. */
const READ_MIN_MS = 3200

/** "since 12 Nov: 8 of 10"; before the first answer to the current version, the figures of earlier ones. */
function FigureText({ figures, isAlone }: { figures: Figures; isAlone: boolean }) {
  const t = useWords(askWords)
  const language = useLanguage()
  const [helpful, all] = [Number(figures.helpful), Number(figures.helpful) + Number(figures.unhelpful)]
  const [now, allNow] = [Number(figures.now_helpful), Number(figures.now_helpful) + Number(figures.now_unhelpful)]
  if (all === 0) return null
  const text = isAlone
    ? t.found(helpful, all)
    : allNow > 0
      ? t.since(shortDay(Number(figures.since), language), now, allNow)
      : t.before(helpful, all)
  return <span className="fb-figures">{text}</span>
}

interface Given {
  feedback_type: string
  reasons?: string[]
  note?: string
  captcha_id?: string
  captcha?: string
  website?: string
}
export type Give = (given: Given) => Promise<Answer<'feedback', 'give'>>

/** Sends the answer of the reader; a visitor's answer waits until the page was read for a moment. */
function useGive(page_id: string, version: string) {
  const account = useAccount()
  const queries = useQueryClient()
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return useSend(async ({ reasons, ...given }: Given) => {
    const early = account ? 0 : READ_MIN_MS - (performance.now() - shownAt.current)
    if (early > 0) await new Promise((done) => setTimeout(done, early))
    const answer = await api.feedback.give({
      page_id,
      version,
      ...given,
      ...(reasons && { reasons: JSON.stringify(reasons) }),
      ...(!account && { client_id: thisBrowser(), shown_ms: String(Math.round(performance.now() - shownAt.current)) }),
    })
    const { note: _n, ...stored } = answer
    queries.setQueriesData<FeedbackInfo>(
      { queryKey: ['feedback', 'info'], predicate: ({ queryKey }) => isOf(queryKey[2], page_id) },
      (known) => ({
        asked: known?.asked ?? true,
        ...stored,
      }),
    )
    return answer
  })
}

const isOf = (input: unknown, page_id: string) => (input as { page_id?: string } | undefined)?.page_id === page_id

interface Props {
  page_id: string
  version: string
}

/** The foot of a page: whether it was helpful, and the figures where readers see them. */
export function PageFeedback({ page_id, version }: Props) {
  const t = useWords(askWords)
  const account = useAccount()
  const [client_id] = useState(() => (account ? '' : knownBrowser()))
  const info = useQuery({ ...read(api.feedback.info, { page_id, client_id }), staleTime: Number.POSITIVE_INFINITY })
  if (info.error && !info.data)
    return (
      <div className="fb-foot" role="status">
        <span className="fb-quiet">{t.loadFailed}</span>
        <button type="button" className="btn small" onClick={() => void info.refetch()}>
          {t.again}
        </button>
      </div>
    )
  if (!info.data) return <div className="fb-foot" aria-hidden="true" />
  const { asked, figures } = info.data
  if (!asked)
    return figures && Number(figures.helpful) + Number(figures.unhelpful) > 0 ? (
      <div className="fb-foot">
        <FigureText figures={figures} isAlone />
      </div>
    ) : null
  return <Question page_id={page_id} version={version} info={info.data} />
}

function Question({ page_id, version, info }: Props & { info: FeedbackInfo }) {
  const t = useWords(askWords)
  const [wasAnswered] = useState(info.feedback_type !== '0')
  const [opened, setOpened] = useState(false)
  const [status, setStatus] = useState<'thanks' | 'withdrawn' | 'sent' | 'full'>()
  const root = useRef<HTMLElement>(null)
  const give = useGive(page_id, version)
  const vote = (feedback_type: string) => {
    if (give.busy) return
    setStatus(undefined)
    give.send({ feedback_type }).then(
      () => {
        setOpened(feedback_type !== '0')
        setStatus(feedback_type === '0' ? 'withdrawn' : 'thanks')
      },
      () => {},
    )
  }
  const type =
    give.busy && give.input && give.input.note === undefined && !give.input.reasons ? give.input.feedback_type : info.feedback_type
  const error = give.error && !isError(give.error, 'captchaWrong') ? give.error : null
  const line = status ? t[status] : wasAnswered && info.feedback_type !== '0' ? t.answered : ''
  return (
    <section className="fb" aria-label={t.question} ref={root} {...useKeptFocus(root)}>
      <div className="fb-foot">
        <b>{t.question}</b>
        <span className="fb-votes">
          <button type="button" className="btn small" aria-pressed={type === '1'} disabled={give.busy} onClick={() => vote('1')}>
            <ThumbsUp className="i" aria-hidden="true" />
            {t.yes}
          </button>
          <button type="button" className="btn small" aria-pressed={type === '2'} disabled={give.busy} onClick={() => vote('2')}>
            <ThumbsDown className="i" aria-hidden="true" />
            {t.no}
          </button>
        </span>
        {info.figures && <FigureText figures={info.figures} isAlone={false} />}
      </div>
      <div className="fb-line" role="status">
        {line && <span>{line}</span>}
        {line && info.feedback_type !== '0' && (
          <button type="button" className="fb-link" onClick={() => vote('0')}>
            {t.withdraw}
          </button>
        )}
      </div>
      {error && (
        <p className="help err" role="alert">
          {isError(error, 'tooMany') ? t.limit : `${t.failed} ${error.message}`}
        </p>
      )}
      {opened && info.feedback_type !== '0' && (
        <Details
          info={info}
          busy={give.busy}
          error={give.error}
          onSend={(given) =>
            give.send({ feedback_type: info.feedback_type, ...given }).then(({ note }) => {
              setOpened(false)
              setStatus(note === 'full' ? 'full' : 'sent')
            })
          }
        />
      )}
    </section>
  )
}
