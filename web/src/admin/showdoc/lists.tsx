import type { MoveReport, Sample } from '@sheaf/contract'
import { useWords } from '../../lib/words.ts'
import { cannotWords } from './reasons.words.ts'
import { showdocWords } from './showdoc.words.ts'

/** What an operator must know of: who cannot sign in, which files and names are not as they were. */
export function ShowdocLists({ report }: { report: MoveReport }) {
  const t = useWords(showdocWords)
  const cannot = useWords(cannotWords)
  const { cannotSignIn } = report.people
  const different = [report.pages, report.versions, report.files].flatMap(({ different }) => different.first)
  const differences = report.pages.different.count + report.versions.different.count + report.files.different.count
  return (
    <>
      <List title={t.different} some={{ count: differences, first: different }} line={({ id, here }) => `${id} → ${here}`} isOpen />
      <List title={t.cannotSignIn} some={cannotSignIn} line={({ username, uid, why }) => `${username || uid}: ${cannot[why]}`} />
      <List title={t.quarantined} some={report.quarantined} line={({ name, place }) => `${name} (${place})`} />
      <List title={t.downloadOnly} some={report.downloadOnly} line={({ name }) => name} />
      <List title={t.renamed} some={report.renamed} line={({ from, to }) => `${from} → ${to}`} />
      <List title={t.ids} some={report.ids} line={({ table, from, to }) => `${table} ${from} → ${to}`} />
    </>
  )
}

interface ListProps<T> {
  title: (count: number) => string
  some: Sample<T>
  line: (one: T) => string
  isOpen?: boolean
}

function List<T>({ title, some: { count, first }, line, isOpen = false }: ListProps<T>) {
  const t = useWords(showdocWords)
  if (count === 0) return null
  return (
    <details open={isOpen}>
      <summary>{title(count)}</summary>
      <ul>
        {first.map(line).map((text, at) => (
          <li key={at}>{text}</li>
        ))}
        {count > first.length && <li className="muted">{t.rest(count - first.length)}</li>}
      </ul>
    </details>
  )
}
