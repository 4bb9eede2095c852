import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { shortDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Doer } from '../ui/person.tsx'
import { ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { reviewPanelWords } from './review.words.ts'
import type { Verification } from './types.ts'

const ROWS = 10
const ROWS_MAX = 100

/** When and why a verification ended. */
function useEnd() {
  const t = useWords(reviewPanelWords)
  const language = useLanguage()
  return ({ ended_reason, ended_time, ended_name }: Verification) => {
    const day = shortDay(Number(ended_time), language)
    return {
      '': t.current,
      changed: t.endedChanged(day, ended_name),
      sync: t.endedSync(day),
      import: t.endedImport(day),
      suggestion: t.endedSuggestion(day),
      api: t.endedApi(day),
      verified: t.endedVerified(day),
    }[ended_reason]
  }
}

/** Every verification of a page, newest first. */
export function Trail({ page_id }: { page_id: string }) {
  const t = useWords(reviewPanelWords)
  const language = useLanguage()
  const endOf = useEnd()
  const [count, setCount] = useState(ROWS)
  const { data, error, refetch } = useQuery({
    ...read(api.review.trail, { page_id, count: String(count) }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="rev-trail" aria-labelledby="rev-trail">
      <h3 id="rev-trail">{t.trail}</h3>
      {error && !data ? (
        <ErrorNote title={t.trailFailed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={2} />
      ) : data.list.length === 0 ? (
        <p className="help">{t.trailNone}</p>
      ) : (
        <ol>
          {data.list.map((one) => (
            <li key={one.verification_id}>
              <p>
                <Doer name={one.name} username={one.username} look="rev-doer" />
                <span>{shortDay(Number(one.addtime), language)}</span>
                <span>{t.version(one.version)}</span>
                <span>{t.untilDay(shortDay(Number(one.until), language))}</span>
                {one.via && <span>{t.via(one.via)}</span>}
                {one.ended_reason === 'changed' ? (
                  <Doer name={one.ended_name} username={one.ended_username}>
                    {endOf(one)}
                  </Doer>
                ) : (
                  <span className={one.ended_reason ? undefined : 'rev-holds'}>{endOf(one)}</span>
                )}
              </p>
              {one.note && <p className="rev-note">{one.note}</p>}
            </li>
          ))}
        </ol>
      )}
      {data && Number(data.total) > data.list.length && count < ROWS_MAX && (
        <button type="button" className="btn small quiet" onClick={() => setCount(ROWS_MAX)}>
          {t.older}
        </button>
      )}
    </section>
  )
}
