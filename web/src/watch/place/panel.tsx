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
  page: { page_id: string; page_title: string; cat_id: string; item_id: string }
  /** Names of its item and of its catalog, '' outside catalogs; whether the user manages the item. */
  names: { item: string; catalog: string; manages: boolean }
}

/** The page, then the catalog and the item that it belongs to. */
const placesOf = ({ page, names }: Props): [Place, ...Place[]] => [
  { kind: 'page', subject_id: page.page_id, name: page.page_title },
  ...(names.catalog ? [{ kind: 'catalog' as const, subject_id: page.cat_id, name: names.catalog }] : []),
  { kind: 'item', subject_id: page.item_id, name: names.item },
]

/** Under the title of a page: which news of the page, its catalog and its item the user gets. */
export function WatchPanel(props: Props) {
  const t = useWords(watchPlaceWords)
  const kinds = useWords(watchWords)
  const [at, setAt] = useState(0)
  const places = placesOf(props)
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
      <WatchPlace key={place.kind} place={place} manages={props.names.manages} />
      <p className="watch-all">
        <Link to={paths.watching()}>{t.all}</Link>
      </p>
    </div>
  )
}
