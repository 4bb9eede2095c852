import './truth.css'
import { GitCompare } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Marked } from '../ui/text/marked.tsx'
import { type Proof, shortTarget, useProblem } from './sentences.ts'
import { TruthState } from './state.tsx'
import { proofWords } from './truth.words.ts'

/** Commits are shown as git shows them. */
export const shortRef = (ref: string) => (/^[0-9a-f]{12,}$/i.test(ref) ? ref.slice(0, 7) : ref)

/** Who confirmed a proof and when, what the last check saw, and what it could not do. */
function useFacts() {
  const t = useWords(proofWords)
  const problemOf = useProblem()
  const language = useLanguage()
  const at = (text: string, ref: string) => (ref ? t.at(text, shortRef(ref)) : text)
  return (proof: Proof) => {
    const { accepted_time, accepted_by, accepted_name, accepted_ref, seen_time, seen_ref, problem } = proof
    const when = shortDate(Number(accepted_time), language)
    const name = accepted_name || accepted_by
    const confirmed = Number(accepted_time) > 0 && at(name ? t.confirmedBy(when, name) : t.confirmed(when), accepted_ref)
    const seen = Number(seen_time) > 0 && at(t.seen(shortDate(Number(seen_time), language)), seen_ref)
    const facts = [problemOf(problem), confirmed, seen].filter(Boolean).join(' · ')
    return facts || t.first
  }
}

interface Props {
  proofs: readonly Proof[]
  /** The place of the proof on the page is shown elsewhere. */
  withoutSection?: boolean
  /** Without the dates of what is up to date. */
  isShort?: boolean
  /** Further controls of a proof. */
  actions?: (proof: Proof) => ReactNode
}

/** What a page was written from, one proof below the other. */
export function ProofList({ proofs, withoutSection = false, isShort = false, actions }: Props) {
  const t = useWords(proofWords)
  const factsOf = useFacts()
  return (
    <ul className="proofs">
      {proofs.map((proof) => (
        <li key={proof.proof_id}>
          <TruthState state={proof.state} />
          <div>
            <span className="mono">{proof.target}</span>
            {!(isShort && proof.state === 'fresh') && (
              <small>
                {!withoutSection && proof.heading && <>{t.section(proof.heading)} · </>}
                <Marked text={factsOf(proof)} />
              </small>
            )}
          </div>
          <div className="proof-acts">
            {/^https?:\/\//i.test(proof.compare_url) && (
              <a
                className="btn quiet small"
                href={proof.compare_url}
                target="_blank"
                rel="noreferrer"
                aria-label={`${t.whatChangedIn(shortTarget(proof.target))} (${t.newTab})`}
              >
                <GitCompare className="i" aria-hidden="true" />
                {t.whatChanged}
              </a>
            )}
            {actions?.(proof)}
          </div>
        </li>
      ))}
    </ul>
  )
}
