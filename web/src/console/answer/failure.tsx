import { Copy, Send } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { answerWords, consoleWords } from '../console.words.ts'
import type { RequestMessage } from '../request/message.ts'
import { headersToSend, type Problem } from '../request/send.ts'

function useReason() {
  const t = useWords(answerWords)
  return (problem: Problem): string => {
    switch (problem.kind) {
      case 'local':
        return t.local(problem.host)
      case 'invalid': {
        const header = /^header (.*)$/.exec(problem.reason)?.[1]
        if (header !== undefined) return t.invalidHeader(header)
        return problem.reason === 'path' ? t.invalidPath : t.invalid(problem.reason)
      }
      case 'refused':
        return problem.text
      default:
        return t[problem.kind]
    }
  }
}

interface Props {
  problem: Problem
  message: RequestMessage
  /** The request as a command, without secrets. */
  curl: () => string
  /** This server sends to the environment, but only for readers who are signed in. */
  needsSignIn: boolean
  /** Sends the request from this browser instead. */
  onDirect: () => void
}

/** Why there is no answer, as far as it can be known, and what helps (T12). */
export function Failure({ problem, message, curl, needsSignIn, onDirect }: Props) {
  const t = useWords(answerWords)
  const common = useWords(consoleWords)
  const reasonOf = useReason()
  const { site } = useBoot()
  const origin = URL.parse(site)?.origin ?? location.origin
  const headers = headersToSend(origin, message).join('\n')
  const isAboutHeaders = problem.kind === 'cors' || problem.kind === 'local'
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    toast(isCopied ? common.copied : common.notCopied, isCopied ? 'ok' : 'bad')
  }
  return (
    <div className="ans-failure">
      <p>{reasonOf(problem)}</p>
      {isAboutHeaders && needsSignIn && <p>{t.signedIn}</p>}
      {isAboutHeaders && (
        <>
          <p>{t.corsHeader}</p>
          <pre className="ans-text">{headers}</pre>
        </>
      )}
      <div className="ans-acts">
        {problem.kind === 'refused' && problem.isOff && (
          <button type="button" className="btn small" onClick={onDirect}>
            <Send className="i" aria-hidden="true" />
            {t.sendFromHere}
          </button>
        )}
        {isAboutHeaders && (
          <button type="button" className="btn small" onClick={() => void copy(headers)}>
            <Copy className="i" aria-hidden="true" />
            {t.copyHeader}
          </button>
        )}
        <button type="button" className="btn small" onClick={() => void copy(curl())}>
          <Copy className="i" aria-hidden="true" />
          {t.copyCurl}
        </button>
      </div>
    </div>
  )
}
