import './review.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Doer } from '../ui/person.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { HandOnDialog } from './hand-on.tsx'
import { isNoOne, StewardName, useLook, usePeriod } from './mark.tsx'
import { OfferLine } from './offer.tsx'
import { offerWords, reviewPanelWords, reviewSetWords, reviewWords } from './review.words.ts'
import { SetForm } from './set.tsx'
import { Trail } from './trail.tsx'
import type { ReviewInfo } from './types.ts'
import { Verify } from './verify.tsx'

interface Page {
  page_id: string
  item_id: string
  page_title: string
}

/** Which place says it: the page, a catalog above it, or the item. */
function useFrom() {
  const t = useWords(reviewPanelWords)
  return ({ from_kind, from_name }: ReviewInfo['period'] | ReviewInfo['steward']) =>
    ({ '': '', page: t.fromPage, catalog: t.fromCatalog(from_name), item: t.fromItem(from_name) })[from_kind]
}

/** The state, and who verified the page last. */
function Now({ info, page_id }: { info: ReviewInfo; page_id: string }) {
  const { mark, period } = info
  const t = useWords(reviewPanelWords)
  const language = useLanguage()
  const { verified_time, verified_version, verified_name: name, verified_username: username } = mark
  const day = shortDay(Number(verified_time), language)
  const [look, text] = useLook(mark, period.days)
  const r = useWords(reviewWords)
  return (
    <div className="rev-now">
      <span className={`tag ${look}`}>{text}</span>
      {verified_time !== '0' ? (
        <p>
          {username ? (
            <Doer {...{ name, username }}>{t.verifiedBy(name || username, verified_version, day)}</Doer>
          ) : (
            t.verifiedOn(verified_version, day)
          )}{' '}
          {mark.state === 'changed' && info.verified_history_id !== '0' && (
            <Link to={paths.diff(page_id, info.verified_history_id)}>{t.compare}</Link>
          )}
        </p>
      ) : (
        // The label says it too, unless it has the day of the first review.
        period.days !== '0' && text !== r.never && <p>{t.neverText}</p>
      )}
    </div>
  )
}

interface FactsProps {
  info: ReviewInfo
  onChange: (() => void) | undefined
  onHandOn: (() => void) | undefined
}

/** Who is responsible and how often the page is reviewed, with the place that says it. */
function Facts({ info: { steward, period, own }, onChange, onHandOn }: FactsProps) {
  const t = useWords(reviewPanelWords)
  const r = useWords(reviewWords)
  const periodText = usePeriod()
  const from = useFrom()
  const signedIn = useAccount() !== null
  return (
    <>
      <dl className="rev-facts">
        {signedIn && (
          <>
            <dt>{r.responsible}</dt>
            <dd>
              <StewardName steward={steward} />
              {!isNoOne(steward) && <span className="muted">{from(steward)}</span>}
              {onHandOn && (
                <button type="button" className="btn small quiet" onClick={onHandOn}>
                  {t.handOn}
                </button>
              )}
            </dd>
          </>
        )}
        <dt>{r.period}</dt>
        <dd>
          <span>{periodText(period.days)}</span>
          {period.from_kind !== '' && <span className="muted">{from(period)}</span>}
        </dd>
      </dl>
      {own.is_gone && <p className="line-note">{t.isGone(own.name || own.username || own.team_name)}</p>}
      {onChange && (
        <button type="button" className="btn small" onClick={onChange}>
          {t.change}
        </button>
      )}
    </>
  )
}

function Offer({ offer, steward }: Pick<ReviewInfo, 'offer' | 'steward'>) {
  const t = useWords(offerWords)
  const uid = useAccount()?.uid
  if (offer.offer_id === '0') return null
  const name = offer.name || offer.username
  if (offer.is_mine) return <OfferLine offer_id={offer.offer_id} text={t.byMe(name)} may="withdraw" />
  return offer.uid === uid ? (
    <OfferLine offer_id={offer.offer_id} text={t.toMe(steward.name || steward.username)} may="answer" />
  ) : (
    <OfferLine offer_id={offer.offer_id} text={t.other(name)} may="see" />
  )
}

interface Props {
  page: Page
  /** The version that the person has open; without it, the page can only be opened from here. */
  version?: string | undefined
  isEditor: boolean
  onClose: () => void
}

function Content({ info, page, version, isEditor, onClose }: Props & { info: ReviewInfo }) {
  const t = useWords(reviewPanelWords)
  const s = useWords(reviewSetWords)
  const [isSetting, setSetting] = useState(false)
  const [isHanding, setHanding] = useState(false)
  const { page_id, item_id, page_title } = page
  const hasPeriod = info.period.days !== '0'
  return (
    <>
      <Offer offer={info.offer} steward={info.steward} />
      <Now info={info} page_id={page_id} />
      {isSetting ? (
        <SetForm
          info={info}
          where={{ item_id, page_id }}
          onDone={() => setSetting(false)}
          actions={(busy, isChanged) => (
            <>
              <button type="submit" className="btn primary" aria-busy={busy} disabled={!isChanged}>
                {s.save}
              </button>
              <button type="button" className="btn" onClick={() => setSetting(false)}>
                {t.cancel}
              </button>
            </>
          )}
        />
      ) : (
        <Facts
          info={info}
          onChange={info.may_set ? () => setSetting(true) : undefined}
          onHandOn={info.may_hand_on && info.offer.offer_id === '0' ? () => setHanding(true) : undefined}
        />
      )}
      {isHanding && <HandOnDialog item_id={item_id} page_ids={[page_id]} name={`“${page_title}”`} onClose={() => setHanding(false)} />}
      {info.may_verify &&
        hasPeriod &&
        (version === undefined ? (
          <Link className="btn rev-to" to={paths.page({ item_id }, page_id)}>
            {t.toPage}
          </Link>
        ) : (
          <Verify info={info} version={version} isSecond={isSetting} onDone={onClose} />
        ))}
      {isEditor && !hasPeriod && <p className="help">{info.may_set ? t.noPlan : t.noPlanAsk}</p>}
      {isEditor && <Trail page_id={page_id} />}
    </>
  )
}

/** The review of a page: its state, who is responsible, "Still true" and "Needs work", and every verification. */
export function ReviewDialog(props: Props) {
  const t = useWords(reviewPanelWords)
  const { page, onClose } = props
  const info = useQuery({ ...read(api.review.info, { kind: 'page', subject_id: page.page_id }), refetchOnMount: 'always' })
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root, '[data-autofocus]')
  const isLoaded = info.data !== undefined
  // The dialog gave the focus to its close button while there was nothing else.
  useEffect(() => {
    const dialog = isLoaded && document.activeElement?.matches('.dialog-x') && document.activeElement.closest('dialog')
    if (dialog) dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isLoaded])
  return (
    <Dialog wide title={t.title(page.page_title)} onClose={onClose}>
      <div className="rev-panel" ref={root} {...keptFocus}>
        {info.data ? (
          <Content {...props} info={info.data} />
        ) : info.error ? (
          <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <Skeleton>
            <Bone width={180} height={20} />
            <Bone height={56} />
            <Bone height={140} />
          </Skeleton>
        )}
      </div>
    </Dialog>
  )
}
