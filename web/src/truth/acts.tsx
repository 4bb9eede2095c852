import { Check, ListChecks, SquarePen } from 'lucide-react'
import { Link } from 'react-router'
import { PushCode } from '../items/push/code.tsx'
import { api } from '../lib/api.ts'
import { longDate, shortDate, siteDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useSend } from '../ui/send.ts'
import type { PageTruth } from './sentences.ts'
import { actWords } from './truth.words.ts'

/** The line for the build of a repository. */
export const checkCommand = (repo: string) => `npx --no-install sheaf-push check --repo ${repo}`

/** Owner and review of a page as one quiet line; nothing without both. */
export function ReviewLine({ review }: Pick<PageTruth, 'review'>) {
  const t = useWords(actWords)
  const language = useLanguage()
  const { owner_name, owner_username, every_days, due, checked_time, checked_name } = review
  const owner = owner_name || owner_username
  const day = (seconds: string) => shortDate(Number(seconds), language)
  const isAhead = Number(due) * 1000 > Date.now()
  const parts = [
    owner && t.owner(owner),
    Number(every_days) > 0 && t.every(every_days),
    isAhead && t.next(siteDay(longDate(Number(due), language), language)),
    Number(checked_time) > 0 && (checked_name ? t.last(day(checked_time), checked_name) : t.lastPlain(day(checked_time))),
  ].filter(Boolean)
  return parts.length > 0 && <p className="truth-review">{parts.join(' · ')}</p>
}

/** What a person should do about the state of the page. */
function useAdvice() {
  const t = useWords(actWords)
  return ({ state, reasons }: PageTruth) => {
    const [first] = reasons
    if (first?.kind === 'words') return t.wordsAdvice
    if (first?.kind === 'example') return t.exampleAdvice
    if (state === 'gone') return first?.kind === 'part' ? t.readAgain : t.goneAdvice
    if (state === 'stale') return first?.heading ? t.readSection(first.heading) : t.readAgain
    if (state === 'due') return t.dueAdvice
    return state === 'fresh' ? t.freshAdvice : ''
  }
}

/** The repository whose build has to check the page. */
const repoToCheck = ({ state, proofs }: PageTruth) => {
  const first = state === 'unchecked' && proofs.find((proof) => proof.kind === 'file' && proof.state === 'unchecked')
  if (!first) return ''
  return first.repo
}

interface Props {
  truth: PageTruth
  page: { page_id: string; item_id: string; page_title?: string }
  onPanel: () => void
}

/** What editors do about the state of a page, below its proofs. */
export function TruthActs({ truth, page, onPanel }: Props) {
  const t = useWords(actWords)
  const { page_id, item_id, page_title } = page
  const accept = useSend(api.truth.accept, { failed: true, done: page_title ? t.accepted(page_title) : t.acceptedPlain })
  const advice = useAdvice()(truth)
  const repo = repoToCheck(truth)
  const canAccept = truth.can_accept === '1'
  const hasStale = truth.proofs.some(({ state }) => state === 'stale')
  const hasWords = truth.reasons.some(({ kind }) => kind === 'words')
  return (
    <>
      {repo && (
        <div className="truth-line">
          <p>{t.uncheckedAdvice}</p>
          <PushCode name={t.command} text={checkCommand(repo)} />
        </div>
      )}
      <div className="truth-acts">
        {advice && <p>{advice}</p>}
        <span className="row">
          {canAccept && hasStale && (
            <button type="button" className="btn primary small" aria-busy={accept.busy} onClick={() => void accept.send({ page_id })}>
              <Check className="i" aria-hidden="true" />
              {t.stillTrue}
            </button>
          )}
          {hasWords && (
            <Link className="btn small" to={paths.sources(item_id)}>
              {t.toSources}
            </Link>
          )}
          {canAccept && (
            <Link className="btn small" to={paths.edit(item_id, page_id)}>
              <SquarePen className="i" aria-hidden="true" />
              {t.edit}
            </Link>
          )}
          <button type="button" className="btn small" onClick={onPanel}>
            <ListChecks className="i" aria-hidden="true" />
            {t.panel}
          </button>
        </span>
      </div>
    </>
  )
}
