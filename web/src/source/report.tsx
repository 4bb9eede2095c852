import type { SourceReport } from '@sheaf/contract'
import { useWords } from '../lib/words.ts'
import { ChangeList, ChangeTags, type ClassCounts } from './changes.tsx'
import { uploadWords } from './source.words.ts'

type Report = Pick<SourceReport, 'state' | 'made' | 'changed' | 'binned' | 'kept' | 'gone' | 'gone_titles' | 'problems' | 'changes'> &
  ClassCounts

const reasons = {
  depth: 'problemDepth',
  link: 'problemLink',
  remote: 'problemRemote',
  size: 'problemSize',
  unsupported: 'problemUnsupported',
  shape: 'problemShape',
  cut: 'problemCut',
  more: 'problemMore',
} as const

/** What a version did to the pages, in one line. */
export function useCounts({ made, changed, binned, kept }: Record<'made' | 'changed' | 'binned' | 'kept', number>): string {
  const t = useWords(uploadWords)
  const parts = [made && t.made(made), changed && t.changed(changed), binned && t.binned(binned), kept && t.kept(kept)]
  return parts.filter(Boolean).join(' · ') || t.nothing
}

/** Titles of parts that are gone, or would go. */
export function GoneList({ title, gone, titles }: { title: string; gone: number; titles: string[] }) {
  const t = useWords(uploadWords)
  if (gone === 0 || titles.length === 0) return null
  return (
    <details className="src-more" open={titles.length <= 12}>
      <summary>
        {title} <span className="muted">{gone}</span>
      </summary>
      <ul className="src-titles">
        {titles.map((one, at) => (
          <li key={at}>{one}</li>
        ))}
        {gone > titles.length && <li className="muted">{t.goneMore(gone - titles.length)}</li>}
      </ul>
    </details>
  )
}

function Problems({ problems }: Pick<Report, 'problems'>) {
  const t = useWords(uploadWords)
  if (problems.length === 0) return null
  const known = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)
  return (
    <details className="src-more">
      <summary>{t.problems(problems.length)}</summary>
      <ul className="src-problems">
        {problems.map(({ name, reason }, at) => (
          <li key={at}>
            <span className="mono">{name}</span>
            <span>{known(reason) ? t[reasons[reason]] : t.problemOther}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What became of an uploaded version. */
export function SourceResult({ report, onForce }: { report: Report; onForce?: (() => void) | undefined }) {
  const t = useWords(uploadWords)
  const counts = useCounts(report)
  const { state, gone, gone_titles, problems } = report
  const isHeld = state === 'held'
  const title = isHeld ? t.heldTitle(gone) : state === 'same' ? t.same : state === 'older' ? t.older : t.applied
  return (
    <section className="src-result">
      <p className={isHeld || state === 'older' ? 'line-note' : 'line-note ok'} role="status">
        <span className="grow">
          <b>{title}</b>
          {state === 'applied' && (
            <span>
              {' '}
              · {counts} <ChangeTags counts={report} />
            </span>
          )}
          {isHeld && <span> · {t.heldText}</span>}
        </span>
        {state === 'older' && onForce && (
          <button type="button" onClick={onForce}>
            {t.force}
          </button>
        )}
      </p>
      <GoneList title={t.goneParts} gone={gone} titles={gone_titles} />
      <ChangeList changes={report.changes} total={report.breaking + report.risky + report.safe + report.words} />
      <Problems problems={problems} />
    </section>
  )
}
