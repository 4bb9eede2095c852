import './answer.css'
import { Copy, Download, FilePlus, TriangleAlert, WrapText } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { answerWords, consoleWords } from '../console.words.ts'
import { exampleWords } from '../example/example.words.ts'
import type { Console, Shown } from '../panel/use-console.ts'
import type { AnswerMessage } from '../request/message.ts'
import { colours, comparableText, fileName, headerOf, SHOWN_BYTES_MAX, shownOf } from './content.ts'
import { Failure } from './failure.tsx'
import { Comparison } from './report.tsx'

/** Longer texts get no colours, because each token is an element. */
const COLOURED_CHARS_MAX = 60_000

function Text({ text, isWrapped }: { text: string; isWrapped: boolean }) {
  const isJson = /^\s*[[{]/.test(text) && text.length <= COLOURED_CHARS_MAX
  const tokens = useMemo(() => (isJson ? colours(text) : []), [isJson, text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <pre className={isWrapped ? 'ans-text wrap' : 'ans-text'} tabIndex={0}>
      {isJson
        ? tokens.map(({ text: token, look }, at) =>
            look ? (
              <span key={at} className={look}>
                {token}
              </span>
            ) : (
              token
            ),
          )
        : text}
    </pre>
  )
}

/** A picture as an image of a blob, which runs nothing. */
function Picture({ body, type }: { body: ArrayBuffer; type: string }) {
  const t = useWords(answerWords)
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([body], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [body, type])
  return <div className="ans-picture">{address && <img src={address} alt={t.picture} />}</div>
}

const REVOKE_AFTER_MS = 10_000

/** Saves an answer as a file of no type, so that no browser opens it as a page. */
function save(answer: AnswerMessage) {
  const address = URL.createObjectURL(new Blob([answer.body], { type: 'application/octet-stream' }))
  Object.assign(document.createElement('a'), { href: address, download: fileName(answer) }).click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

const tabs = ['body', 'headers'] as const
type Tab = (typeof tabs)[number]

function Content({ answer, isByServer }: { answer: AnswerMessage; isByServer: boolean }) {
  const t = useWords(answerWords)
  const common = useWords(consoleWords)
  const id = useId()
  const [tab, setTab] = useState<Tab>('body')
  const [isWrapped, setWrapped] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => shownOf(answer), [answer])
  const size = answer.body.byteLength
  const turn = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = tab === 'body' ? 'headers' : 'body'
    setTab(next)
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }
  const copy = async () => {
    const isCopied = shown.kind === 'text' && (await copyText(shown.text))
    toast(isCopied ? common.copied : common.notCopied, isCopied ? 'ok' : 'bad')
  }
  const isCut = shown.kind === 'text' && shown.isCut
  return (
    <div className="ans-box">
      <div className="ans-bar">
        <div className="ans-tabs" role="tablist" aria-label={t.answer} ref={list} onKeyDown={turn}>
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}${name}`}
              aria-selected={name === tab}
              aria-controls={`${id}panel`}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {name === 'body' ? t.body : t.headersTab(answer.headers.length)}
            </button>
          ))}
        </div>
        {shown.kind === 'text' && tab === 'body' && (
          <>
            <IconButton className="small" name={t.wrap} aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
              <WrapText className="i" aria-hidden="true" />
            </IconButton>
            <IconButton className="small" name={t.copy} onClick={() => void copy()}>
              <Copy className="i" aria-hidden="true" />
            </IconButton>
          </>
        )}
        {shown.kind !== 'empty' && (
          <IconButton className="small" name={t.download} onClick={() => save(answer)}>
            <Download className="i" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {tab === 'headers' ? (
          <>
            <dl className="ans-headers">
              {answer.headers.map(([name, value], at) => (
                <div key={at}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <p className="ans-note">{isByServer ? t.headersByServer : t.headersAbout}</p>
          </>
        ) : (
          <>
            {shown.kind === 'empty' && <p className="ans-note">{t.empty}</p>}
            {shown.kind === 'bytes' && <p className="ans-note">{t.bytes(sizeOf(size))}</p>}
            {shown.kind === 'picture' && <Picture body={answer.body} type={shown.type} />}
            {shown.kind === 'text' && <Text text={shown.text} isWrapped={isWrapped} />}
            {isCut && <p className="ans-note">{t.cut(sizeOf(Math.min(size, SHOWN_BYTES_MAX)))}</p>}
            {answer.isCut && <p className="ans-note">{t.cutAll(sizeOf(size))}</p>}
          </>
        )}
      </div>
    </div>
  )
}

const isRedirect = (answer: AnswerMessage) => answer.status >= 300 && answer.status < 400 && headerOf(answer, 'location') !== ''

/** Status, time and size. */
function Line({ answer }: { answer: AnswerMessage }) {
  const t = useWords(answerWords)
  const { status, statusText, ms, body, isCut } = answer
  const look = status < 400 ? 'ok' : 'bad'
  return (
    <p className="ans-line">
      <span className={`state ${look}`}>
        <i aria-hidden="true" />
        {status} {statusText}
      </span>
      <span>{t.ms(ms)}</span>
      <span>
        {isCut && '> '}
        {sizeOf(body.byteLength)}
      </span>
    </p>
  )
}

interface Props {
  state: Console
  outcome: Shown
  /** Opens the dialog that adds the request to the page; undefined for readers who cannot edit it. */
  onExample: (() => void) | undefined
  ref: Ref<HTMLElement>
}

/** The answer of the API, or why there is none. */
export function AnswerPart({ state, outcome, onExample, ref }: Props) {
  const t = useWords(answerWords)
  const example = useWords(exampleWords)
  return (
    <section className="try-answer" aria-label={t.answer} aria-live="polite" ref={ref}>
      {'answer' in outcome ? (
        <>
          <Line answer={outcome.answer} />
          {outcome.isByServer && isRedirect(outcome.answer) && (
            <p className="ans-note plain">{t.notFollowed(headerOf(outcome.answer, 'location'))}</p>
          )}
          {outcome.answer.redirected && <p className="ans-note plain">{t.redirected(outcome.answer.redirected)}</p>}
          <Comparison
            call={state.call}
            status={outcome.answer.status}
            contentType={headerOf(outcome.answer, 'content-type')}
            text={comparableText(outcome.answer)}
          />
          <Content key={outcome.answer.ms} answer={outcome.answer} isByServer={outcome.isByServer} />
          {onExample && (
            <div className="ans-acts">
              <button type="button" className="btn small" aria-haspopup="dialog" onClick={onExample}>
                <FilePlus className="i" aria-hidden="true" />
                {example.open}
              </button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className="ans-line">
            <TriangleAlert className="i" aria-hidden="true" />
            <strong>{t.noAnswer}</strong>
          </p>
          <Failure
            problem={outcome.problem}
            message={outcome.message}
            curl={() => state.curl(false)}
            needsSignIn={state.environment?.by_server === true && !state.isByServer}
            onDirect={() => void state.send(true)}
          />
        </>
      )}
    </section>
  )
}
