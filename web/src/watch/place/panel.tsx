import '../watch.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import type { Place } from '../reason.ts'
import { watchPlaceWords, watchWords } from '../watch.words.ts'
import { Choices } from './choices.tsx'

interface PlaceProps {
  place: Place
  /** The user manages the item, and can see who watches. */
  manages: boolean
}

/** Which news of one place the user gets, and why. */
export function WatchPlace({ place, manages }: PlaceProps) {
  const t = useWords(watchPlaceWords)
  const { kind, subject_id } = place
  const { data, error, refetch } = useQuery({ ...read(api.watch.info, { kind, subject_id }), refetchOnMount: 'always' })
  if (data) return <Choices place={place} state={data} manages={manages} />
  if (error) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  return (
    <Skeleton>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Bone key={key} height={30} />
      ))}
    </Skeleton>
  )
}

interface Props {
  /** The page, then the catalog and the item that it belongs to. */
  places: [Place, ...Place[]]
  manages: boolean
}

/** Under the title of a page: which news of the page, its catalog and its item the user gets. */
export function WatchPanel({ places, manages }: Props) {
  const t = useWords(watchPlaceWords)
  const kinds = useWords(watchWords)
  const [at, setAt] = useState(0)
  const place = places[at] ?? places[0]
  return (
    <div className="watch-panel">
      <fieldset className="seg" aria-label={t.places}>
        {places.map(({ kind }, index) => (
          <button key={kind} type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
            {kinds[kind]}
          </button>
        ))}
      </fieldset>
      <b className="watch-name">{place.name}</b>
      <WatchPlace key={place.kind} place={place} manages={manages} />
      <p className="watch-all">
        <Link to={paths.watching()}>{t.all}</Link>
      </p>
    </div>
  )
}
