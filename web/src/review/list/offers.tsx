import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { OfferLine } from '../offer.tsx'
import { offerWords } from '../review.words.ts'

const SHOWN = 3

/** Open offers to the user and of the user; the first ones, and the others on demand. */
export function Offers({ item_id }: { item_id: string }) {
  const t = useWords(offerWords)
  const [all, setAll] = useState(false)
  const { data } = useQuery({ ...read(api.review.offers, {}), refetchOnMount: 'always' })
  const here = <O extends { item_id: string }>(list: O[] = []) => list.filter((one) => item_id === '0' || one.item_id === item_id)
  const lines = [
    ...here(data?.to_me).map((one) => ({
      ...one,
      may: 'answer' as const,
      text: t.toMeOf(one.from_name || one.from_username, one.page_title),
    })),
    ...here(data?.by_me).map((one) => ({ ...one, may: 'withdraw' as const, text: t.byMeOf(one.name || one.username, one.page_title) })),
  ]
  if (lines.length === 0) return null
  const shown = all ? lines : lines.slice(0, SHOWN)
  return (
    <section className="rev-offers" aria-label={t.title}>
      {shown.map((one) => (
        <OfferLine key={one.offer_id} offer_id={one.offer_id} text={one.text} may={one.may} />
      ))}
      {shown.length < lines.length && (
        <button type="button" className="btn small quiet" onClick={() => setAll(true)}>
          {t.all(lines.length - shown.length)}
        </button>
      )}
    </section>
  )
}
