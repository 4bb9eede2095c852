import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { useSend } from '../ui/send.ts'
import { offerWords } from './review.words.ts'

interface Props {
  offer_id: string
  text: string
  /** The user was asked; otherwise the user can withdraw the offer, or only sees it. */
  may: 'answer' | 'withdraw' | 'see'
}

/** An open offer of a page, with what the user can do about it. */
export function OfferLine({ offer_id, text, may }: Props) {
  const t = useWords(offerWords)
  const done = may === 'withdraw' ? t.withdrawn : undefined
  const answer = useSend(api.review.answerOffer, { failed: true, done: (_, { yes }) => done ?? (yes === '1' ? t.accepted : t.declined) })
  const act = (yes: '0' | '1') => () => void answer.send({ offer_id, yes })
  return (
    <div className="line-note info rev-offer">
      <p>{text}</p>
      {may !== 'see' && (
        <span className="row">
          {may === 'answer' && (
            <button type="button" className="btn small primary" disabled={answer.busy} onClick={act('1')}>
              {t.accept}
            </button>
          )}
          <button type="button" className="btn small" disabled={answer.busy} onClick={act('0')}>
            {may === 'answer' ? t.decline : t.withdraw}
          </button>
        </span>
      )}
    </div>
  )
}
