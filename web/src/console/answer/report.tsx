import { factsOf } from '@sheaf/contract/languages'
import { compareAnswer, type Difference } from '@sheaf/description/shape'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import { answerWords } from '../console.words.ts'
import type { ConsoleCall } from '../request/values.ts'

interface Props {
  call: ConsoleCall
  status: number
  contentType: string
  text: string
}

const NAMED_MAX = 8

function Paths({ paths }: { paths: string[] }) {
  const t = useWords(answerWords)
  const { comma } = factsOf(useLanguage())
  const more = paths.length - NAMED_MAX
  return (
    <>
      {paths.slice(0, NAMED_MAX).map((path, at) => (
        <span key={path}>
          {at > 0 && comma}
          <code>{path}</code>
        </span>
      ))}
      {more > 0 && ` ${t.more(more)}`}
    </>
  )
}

function Warning({ text, paths = [] }: { text: string; paths?: string[] }) {
  const { colon } = factsOf(useLanguage())
  return (
    <p className="line-note ans-warning">
      <TriangleAlert className="i" aria-hidden="true" />
      <span>
        {text}
        {paths.length > 0 && colon}
        <Paths paths={paths} />
      </span>
    </p>
  )
}

const orders = ['undocumented', 'missing', 'type', 'value'] as const

/** What the answer has that the documentation lacks, and the reverse. */
export function Comparison({ call, status, contentType, text }: Props) {
  const t = useWords(answerWords)
  const { colon } = factsOf(useLanguage())
  const report = useMemo(() => compareAnswer(call, status, contentType, text), [call, status, contentType, text])
  if (report.kind === 'nothing') return null
  if (report.kind === 'status') return <Warning text={t.noStatus(status)} />
  if (report.kind === 'type') return <Warning text={t.noType} />
  const same = (
    <p className="ans-same">
      <CircleCheck className="i" aria-hidden="true" />
      {t.same}
    </p>
  )
  if (report.kind === 'same') return same
  const textOf: Record<Difference['kind'], (n: number) => string> = {
    undocumented: t.undocumented,
    missing: t.missing,
    type: t.otherType,
    value: t.otherValue,
  }
  return (
    <>
      {report.differences.length === 0 && same}
      {orders.map((kind) => {
        const paths = report.differences.filter((one) => one.kind === kind).map((one) => one.path)
        return paths.length > 0 && <Warning key={kind} text={textOf[kind](paths.length)} paths={paths} />
      })}
      {report.absent.length > 0 && (
        <p className="ans-absent">
          {t.absent(report.absent.length)}
          {colon}
          <Paths paths={report.absent} />
        </p>
      )}
    </>
  )
}
