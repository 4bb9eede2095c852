import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Marked } from '../ui/text/marked.tsx'
import { ReviewLine, TruthActs } from './acts.tsx'
import { ExamplePaths } from './example-paths.tsx'
import { ProofList } from './proofs.tsx'
import { useSentences } from './sentences.ts'
import { TruthState } from './state.tsx'
import { truthStateWords } from './state.words.ts'
import { actWords } from './truth.words.ts'

interface Props {
  page: { page_id: string; item_id: string; page_title?: string }
  unique_key?: string | undefined
  onPanel: () => void
}

/** Why a page has its state: the reasons in sentences, its proofs, and for editors what can be done. */
export function Reasons({ page, unique_key, onPanel }: Props) {
  const t = useWords(actWords)
  const { title } = useWords(truthStateWords)
  const language = useLanguage()
  const { sentence } = useSentences()
  const { data, error, refetch } = useQuery(read(api.truth.page, unique_key ? { unique_key } : { page_id: page.page_id }))
  if (error && !data) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  const isEditor = data.can_accept === '1'
  // The proofs below explain the rest.
  const worst = data.reasons.filter(({ state }) => state === data.state)
  return (
    <div className="truth-why">
      <h2 className="visually-hidden">{title}</h2>
      <p className="truth-state">
        <TruthState state={data.state} />
        {Number(data.since) > 0 && data.state !== 'fresh' && (
          <span className="muted">{t.since(shortDate(Number(data.since), language))}</span>
        )}
      </p>
      {worst.length > 0 && (
        <ul className="truth-reasons">
          {worst.map((reason, at) => (
            <li key={`${at + 1}`}>
              <Marked text={sentence(reason)} />
              <ExamplePaths reason={reason} />
            </li>
          ))}
        </ul>
      )}
      {data.proofs.length > 0 && <ProofList proofs={data.proofs} isShort />}
      <ReviewLine review={data.review} />
      {isEditor && <TruthActs truth={data} page={page} onPanel={onPanel} />}
      {isEditor && (
        <Link className="truth-all" to={paths.truth(page.item_id)}>
          {t.list}
        </Link>
      )}
    </div>
  )
}
