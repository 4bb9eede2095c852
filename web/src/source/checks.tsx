import type { Answer } from '@sheaf/contract/client'
import { shortDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ChangeList } from './changes.tsx'
import { acceptWords } from './decisions.words.ts'

type Check = Answer<'source', 'result'>['checks'][number]

interface Props {
  source_id: string
  item_id: string
  checks: Check[]
  isManager: boolean
}

/** Breaking and risky changes that builds have found before they are applied. */
export function Checks({ source_id, item_id, checks, isManager }: Props) {
  const t = useWords(acceptWords)
  const language = useLanguage()
  if (checks.length === 0) return null
  const aboutOf = ({ branch, commit, label }: Check) => [branch || t.noBranch, commit.slice(0, 8), label].filter(Boolean).join(' · ')
  return (
    <section className="src-part" aria-labelledby="src-checks">
      <h2 id="src-checks">{t.checks}</h2>
      <p className="src-help">{t.checksHelp}</p>
      {checks.map((check) => (
        <div key={check.branch} className="src-check">
          <h3>
            <span className="mono">{aboutOf(check)}</span>{' '}
            <small className="muted">{t.checked(shortDate(Number(check.addtime), language))}</small>
          </h3>
          <ChangeList
            changes={check.changes}
            total={check.changes.length}
            item_id={item_id}
            accepting={isManager ? source_id : undefined}
          />
        </div>
      ))}
    </section>
  )
}
