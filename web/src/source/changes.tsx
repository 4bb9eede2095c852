import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { changeWords } from './source.words.ts'

const classes = ['breaking', 'risky', 'safe', 'words'] as const
type ChangeClass = (typeof classes)[number]
export type ClassCounts = Record<ChangeClass, number>

const looks: Record<ChangeClass, string> = { breaking: 'tag bad', risky: 'tag warn', safe: 'tag ok', words: 'tag' }

/** The number of changes of each class, the worst first. */
export function ChangeTags({ counts }: { counts: ClassCounts }) {
  const t = useWords(changeWords)
  return classes.map((one) =>
    counts[one] > 0 ? (
      <span key={one} className={looks[one]}>
        {t[`${one}Count`](counts[one])}
      </span>
    ) : null,
  )
}

interface OneChange {
  class: string
  text: string
  page_id?: string
}

/** Names in a sentence are between backquotes. */
const Sentence = ({ text }: { text: string }) => text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))

const isClass = (text: string): text is ChangeClass => classes.some((one) => one === text)

/** Further changes are folded. */
const SHOWN_MAX = 10

function Line({ change, item_id }: { change: OneChange; item_id: string | undefined }) {
  const t = useWords(changeWords)
  const sentence = <Sentence text={change.text} />
  return (
    <li>
      <span className={isClass(change.class) ? looks[change.class] : 'tag'}>{isClass(change.class) ? t[change.class] : change.class}</span>
      {item_id && change.page_id && change.page_id !== '0' ? (
        <Link to={paths.page({ item_id, item_domain: '' }, change.page_id)}>{sentence}</Link>
      ) : (
        <span>{sentence}</span>
      )}
    </li>
  )
}

/** Changes as sentences. Those that have a page lead to it. */
export function ChangeList({ changes, total, item_id }: { changes: OneChange[]; total: number; item_id?: string }) {
  const t = useWords(changeWords)
  if (changes.length === 0) return null
  const lines = changes.map((change, at) => <Line key={at} change={change} item_id={item_id} />)
  const folded = lines.slice(SHOWN_MAX)
  return (
    <>
      <ul className="src-changes">{lines.slice(0, SHOWN_MAX)}</ul>
      {folded.length > 0 && (
        <details className="src-more">
          <summary>{t.more(total - SHOWN_MAX)}</summary>
          <ul className="src-changes">
            {folded}
            {total > changes.length && <li className="muted">{t.more(total - changes.length)}</li>}
          </ul>
        </details>
      )}
      {folded.length === 0 && total > changes.length && <p className="muted">{t.more(total - changes.length)}</p>}
    </>
  )
}

const totalOf = (counts: ClassCounts) => classes.reduce((sum, one) => sum + counts[one], 0)

/** What the version that pages show has changed for those who use the API. */
export function Changes({ source_id, item_id, counts }: { source_id: string; item_id: string; counts: ClassCounts }) {
  const t = useWords(changeWords)
  const language = useLanguage()
  const total = totalOf(counts)
  const { data } = useQuery({ ...read(api.source.changes, { source_id, language }), enabled: total > 0 })
  if (total === 0 || !data) return null
  return (
    <section className="src-part" aria-labelledby="src-changes">
      <h2 id="src-changes">
        {t.title} <ChangeTags counts={counts} />
      </h2>
      <ChangeList changes={data} total={total} item_id={item_id} />
    </section>
  )
}
