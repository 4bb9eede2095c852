import type { Answer } from '@sheaf/contract/client'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useSend } from '../ui/send.ts'
import { Sentence } from './changes.tsx'
import { renamedWords } from './decisions.words.ts'

type Match = Answer<'source', 'result'>['matches'][number]

const nameOf = (method: string, path: string, title: string) => (method ? `${method} ${path}` : path || title)

function Side({ name, page, title, children }: { name: string; page: string | undefined; title: string; children?: ReactNode }) {
  return (
    <div>
      <h3>{name}</h3>
      <p>{page ? <Link to={page}>{title}</Link> : title}</p>
      {children}
    </div>
  )
}

function Question({
  match,
  item_id,
  isBusy,
  onChoose,
}: {
  match: Match
  item_id: string
  isBusy: boolean
  onChoose: (choice: string) => void
}) {
  const t = useWords(renamedWords)
  const now = nameOf(match.to_method, match.to_path, match.to_title)
  const former = nameOf(match.from_method, match.from_path, match.from_title)
  const pageOf = (page_id: string) => (page_id === '0' ? undefined : paths.page({ item_id }, page_id))
  const answers = [
    ['yes', t.yes],
    ['no', t.no],
  ] as const
  return (
    <li>
      <p className="src-question">
        <Sentence text={t.question(`\`${now}\``, `\`${former}\``)} />
      </p>
      <div className="src-sides">
        <Side name={t.gone} page={pageOf(match.from_page_id)} title={match.from_title}>
          <p className="mono">{former}</p>
          {match.from_page_id === '0' && <p className="muted">{t.inBin}</p>}
        </Side>
        <Side name={t.isNew} page={pageOf(match.to_page_id)} title={match.to_title}>
          <p className="mono">{now}</p>
        </Side>
      </div>
      <div className="row">
        {answers.map(([choice, text]) => (
          <button
            key={choice}
            type="button"
            className="btn small"
            disabled={isBusy}
            aria-label={t.about(text, now)}
            onClick={() => onChoose(choice)}
          >
            {text}
          </button>
        ))}
      </div>
    </li>
  )
}

/** Parts that are gone and new ones that may be the same. A person decides. */
export function Renamed({ source_id, item_id, matches }: { source_id: string; item_id: string; matches: Match[] }) {
  const t = useWords(renamedWords)
  const decide = useSend(api.source.decideMatch, {
    failed: true,
    done: ({ kept_page_id }, { choice }) => (choice === 'no' ? t.refused : kept_page_id === '0' ? t.done : t.kept),
  })
  if (matches.length === 0) return null
  return (
    <section className="src-part" aria-labelledby="src-renamed">
      <h2 id="src-renamed">
        {t.title} <span className="muted">{matches.length}</span>
      </h2>
      <p className="src-help">{t.help}</p>
      <ul className="src-words">
        {matches.map((match) => (
          <Question
            key={match.match_id}
            match={match}
            item_id={item_id}
            isBusy={decide.busy}
            onChoose={(choice) => void decide.send({ source_id, match_id: match.match_id, choice })}
          />
        ))}
      </ul>
    </section>
  )
}
