import { ArrowDown, ArrowUp, Check, Ellipsis, GitMerge } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, isError } from '../../lib/api.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { diffWords } from '../../versions/diff/diff.words.ts'
import { useDiffView } from '../../versions/diff/table.tsx'
import { MergeScreen } from '../../versions/merge/screen.tsx'
import { continuePath, StateTag, SuggestionMeta } from '../state.tsx'
import { reviewWords, suggestionWords } from '../suggestion.words.ts'
import { DeclineDialog, WithdrawDialog } from './dialogs.tsx'
import { Facts } from './facts.tsx'
import { useChangeKeys } from './keys.ts'
import { isContinuable, type Review, type SuggestionInfo, sourcesOf, useReview } from './model.ts'
import { ReviewNotes } from './notes.tsx'
import { PreviewView } from './preview.tsx'
import { SourceView } from './source.tsx'

interface Props {
  info: SuggestionInfo
  /** The page or the suggestion has changed since it was loaded. */
  onOutdated: () => void
}

/** Accepts what is shown: nothing else is ever saved. */
function useAccept({ info, onOutdated }: Props, review: Review, note: string) {
  const t = useWords(reviewWords)
  const { send, busy, error } = useSend(api.suggestion.accept, {
    done: ({ state }) => (state === 'accepted' ? t.doneAccept : t.doneOvertaken),
    onFailed: (problem) => {
      if (!isError(problem, 'versionOutdated') && !isError(problem, 'suggestionRevised')) return toast(problem.message, 'bad')
      toast(t.outdated)
      onOutdated()
    },
  })
  const { suggestion_id, revision, current, refused } = info
  const taken = review.changes.length - review.leftOut.size
  const isEmpty = !review.isNothing && taken === 0 && review.titles.from === review.titles.to
  const isReady = refused === '' && review.conflicts === 0 && !isEmpty && !busy
  const accept = () => {
    if (isReady) void send({ suggestion_id, revision, base_version: current?.version ?? '0', note, ...review.fields() })
  }
  return { accept, isReady, error }
}

interface ActionProps {
  info: SuggestionInfo
  review: Review
  isReady: boolean
  note: string
  onAccept: () => void
  onSettle: () => void
}

function Actions({ info, review, isReady, note, onAccept, onSettle }: ActionProps) {
  const t = useWords(reviewWords)
  const shared = useWords(suggestionWords)
  const [dialog, setDialog] = useState<'decline' | 'withdraw'>()
  const count = review.changes.length
  const taken = count - review.leftOut.size
  const close = () => setDialog(undefined)
  const canEdit = info.refused === '' && review.conflicts === 0
  if (info.state !== 'open') return null
  const withdraw = () => setDialog('withdraw')
  // A menu would hide the only actions of a proposer who cannot decide.
  const isProposer = info.is_own && !info.decidable && !canEdit
  return (
    <div className="rv-acts">
      {isProposer && (
        <>
          <button type="button" className="btn" onClick={withdraw}>
            {t.withdraw}
          </button>
          {isContinuable(info) && (
            <Link className="btn" to={continuePath(info)}>
              {shared.goOn}
            </Link>
          )}
        </>
      )}
      {!isProposer && (info.is_own || canEdit) && (
        <Menu
          label={t.more}
          button={(opener) => (
            <IconButton name={t.more} {...opener}>
              <Ellipsis className="i" aria-hidden="true" />
            </IconButton>
          )}
        >
          {canEdit && <MenuItem to={paths.suggest(info.item_id, info.page_id, { review: info.suggestion_id })}>{t.edit}</MenuItem>}
          {isContinuable(info) && <MenuItem to={continuePath(info)}>{shared.goOn}</MenuItem>}
          {info.is_own && <MenuItem onSelect={withdraw}>{t.withdraw}</MenuItem>}
        </Menu>
      )}
      {info.decidable && (
        <>
          <button type="button" className="btn" onClick={() => setDialog('decline')}>
            {t.decline}
          </button>
          {review.conflicts > 0 && info.refused === '' ? (
            <button type="button" className="btn primary" onClick={onSettle}>
              <GitMerge className="i" aria-hidden="true" />
              {t.settle(review.conflicts)}
            </button>
          ) : (
            <button type="button" className="btn primary" disabled={!isReady} onClick={onAccept}>
              <Check className="i" aria-hidden="true" />
              {review.isNothing ? t.nothingDo : taken < count ? t.acceptSome(taken, count) : t.accept}
            </button>
          )}
        </>
      )}
      {dialog === 'decline' && <DeclineDialog info={info} note={note} onClose={close} />}
      {dialog === 'withdraw' && <WithdrawDialog info={info} onClose={close} />}
    </div>
  )
}

/** The merge view with the suggestion on one side and the page now on the other. */
function Settle({ info, review, onClose }: { info: SuggestionInfo; review: Review; onClose: () => void }) {
  const t = useWords(reviewWords)
  const { cancel } = useWords(suggestionWords)
  const language = useLanguage()
  const { mine, sources } = sourcesOf(info)
  const [names] = useState({
    title: t.settle(review.conflicts),
    mine: t.suggested,
    theirs: t.pageNow,
    takeMine: t.takeSuggested,
    takeTheirs: t.takePage,
    keep: cancel,
    save: t.settle(review.conflicts),
  })
  return (
    <MergeScreen
      item_id={info.item_id}
      {...{ sources, mine, names }}
      author={sources.theirs.author_name}
      own={false}
      time={longDate(Number(sources.theirs.addtime), language)}
      onKeep={onClose}
      onMerged={(content) => {
        review.settle(content)
        onClose()
      }}
    />
  )
}

export function ReviewPage(props: Props) {
  const { info } = props
  const t = useWords(reviewWords)
  const shared = useWords(suggestionWords)
  const diff = useWords(diffWords)
  const root = useRef<HTMLDivElement>(null)
  const [note, setNote] = useState('')
  const [shown, setShown] = useState<'source' | 'preview'>('source')
  const [settling, setSettling] = useState(false)
  const { view: chosen, choose } = useDiffView()
  const view = info.page_id === '0' ? 'one' : chosen
  const review = useReview(info)
  const { accept, isReady } = useAccept(props, review, note)
  const count = review.changes.length
  const isNew = info.page_id === '0'
  // Changes are left out of a text without conflicts; a new page is one change.
  const decidable = info.refused === '' && !review.isNothing && review.conflicts === 0 && !isNew
  const keys = useChangeKeys({ root, count, onToggle: decidable ? review.toggle : undefined, onAccept: isReady ? accept : undefined })
  const actions = <Actions {...{ info, review, isReady, note }} onAccept={accept} onSettle={() => setSettling(true)} />
  return (
    <div className="rv">
      <header className="rv-head">
        <div className="grow">
          <p className="rv-path">
            <Link to={paths.suggestions(info.item_id)}>{info.item_name}</Link>
            {info.page_id !== '0' && info.current?.is_del !== '1' && (
              <Link to={paths.page({ item_id: info.item_id }, info.page_id)}>{shared.toPage}</Link>
            )}
          </p>
          <h1>
            {info.title || info.page_title} <StateTag state={info.state} />
          </h1>
          <SuggestionMeta row={info}>
            {Number(info.revision) > 1 && <span>{t.revision(Number(info.revision))}</span>}
            {isNew && <span>{shared.newPage}</span>}
          </SuggestionMeta>
          {info.reason && <p className="rv-why">{info.reason}</p>}
        </div>
        {actions}
      </header>
      <div className="rv-notes">
        <ReviewNotes {...{ info, review }} />
      </div>
      <div className="rv-bar">
        <fieldset className="seg" aria-label={diff.view}>
          {(['source', 'preview'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={shown === name} onClick={() => setShown(name)}>
              {t[name]}
            </button>
          ))}
        </fieldset>
        {!isNew && (
          <fieldset className="seg hide-s" aria-label={diff.view}>
            <button type="button" aria-pressed={view === 'two'} onClick={() => choose('two')}>
              {diff.sideBySide}
            </button>
            <button type="button" aria-pressed={view === 'one'} onClick={() => choose('one')}>
              {diff.oneColumn}
            </button>
          </fieldset>
        )}
        <span className="grow" />
        {shown === 'source' && count > 0 && (
          <>
            <span className="df-at" role="status">
              {keys.at === undefined ? diff.changes(count) : diff.place(keys.at, count)}
            </span>
            <IconButton name={diff.previous} keys="K" onClick={() => keys.go(-1)}>
              <ArrowUp className="i" aria-hidden="true" />
            </IconButton>
            <IconButton name={diff.next} keys="J" onClick={() => keys.go(1)}>
              <ArrowDown className="i" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      <div className="rv-text">
        {shown === 'source' ? <SourceView {...{ review, view, root, decidable }} at={keys.at} /> : <PreviewView {...{ view, review }} />}
      </div>
      <Facts {...{ info, review, note }} keys={{ leaveOut: decidable, accept: isReady }} onNote={setNote} />
      {settling && <Settle {...{ info, review }} onClose={() => setSettling(false)} />}
    </div>
  )
}
