import './editor.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { isError, isLocked, isMissing } from '../lib/api.ts'
import { copyText } from '../lib/copy.ts'
import { longDate } from '../lib/format.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { isApiClientItem } from '../reading/bar/entries.tsx'
import { useAccount } from '../session/session.ts'
import { canEditCatalog } from '../tree/item-tree.ts'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { toast } from '../ui/toast.tsx'
import { type Draft, newestDraft } from '../writing/drafts.ts'
import { editorWords } from '../writing/editor.words.ts'
import type { EditorHistoryState } from '../writing/leave.tsx'
import { EditorLocked } from '../writing/lock/dialog.tsx'
import { useLock } from '../writing/lock/lock.ts'
import { EditorPage } from './page.tsx'
import { openPage, type Start } from './session.ts'

interface Props {
  start: Start
  error?: Error
  item?: Answer<'item', 'info'>
  onRetry?: () => void
}

/** The text of an earlier session, which the editor would offer to restore if it opened. */
function KeptDraft({ start: { item_id, page_id } }: { start: Start }) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const { uid } = useAccount() ?? {}
  const [draft, setDraft] = useState<Draft>()
  useEffect(() => {
    if (uid) void newestDraft({ uid, item_id, page_id }).then(setDraft)
  }, [uid, item_id, page_id])
  if (!draft) return null
  const copy = async () => ((await copyText(draft.text)) ? toast(t.draftCopied) : toast(t.draftNotCopied, 'bad'))
  return (
    <div className="ed-kept">
      <p>{t.draftOffer(longDate(draft.at / 1000, language))}</p>
      <button type="button" className="btn" onClick={() => void copy()}>
        <Copy className="i" aria-hidden="true" />
        {t.copyDraft}
      </button>
    </div>
  )
}

/** Explains why the page cannot be edited and offers a link elsewhere, and the text of a draft. */
function EditorRefused({ start, error, item, onRetry }: Props) {
  const { item_id, page_id } = start
  const t = useWords(editorWords)
  const account = useAccount()
  if (isLocked(error)) return <Redirect to={paths.itemPassword(item_id, undefined, paths.edit(item_id, page_id))} />
  if (item && !account) return <Redirect to={paths.login(paths.edit(item_id, page_id))} />
  const exit = item ? (
    <Link className="btn" to={page_id === '0' ? paths.item(item) : paths.page(item, page_id)}>
      {page_id === '0' ? t.toItem : t.back}
    </Link>
  ) : (
    <Link className="btn" to={paths.items()}>
      {t.toItems}
    </Link>
  )
  const [title, text] = !item
    ? isMissing(error)
      ? [t.missingTitle, t.missingText]
      : [t.noRightTitle, t.noRightText]
    : item.is_archived === '1'
      ? [t.archivedTitle, t.archivedText]
      : isApiClientItem(item)
        ? [t.clientMadeTitle, t.clientMadeText]
        : [t.noRightTitle, t.noRightText]
  return (
    <main className="calm">
      <div>
        {item || isMissing(error) || isError(error, 'noPermission') ? (
          <Empty heading broken={!item} title={title} actions={exit}>
            {text}
          </Empty>
        ) : (
          <ErrorNote title={t.failedTitle} error={error ?? null} {...(onRetry ? { onRetry } : {})} />
        )}
        <KeptDraft start={start} />
      </div>
    </main>
  )
}

function EditorBones({ side }: { side: 'left' | 'right' }) {
  return (
    <div className={`ed-pane ed-${side} ed-wait`}>
      <Skeleton>
        <Bone width="46%" height={30} />
        <Bone width="92%" />
        <Bone width="100%" />
        <Bone width="68%" />
        <Bone width="84%" />
      </Skeleton>
    </div>
  )
}

/** The editor's rows at their final heights while the page loads. */
function EditorSkeleton() {
  return (
    <div className="ed" aria-busy="true">
      <header className="top ed-bar" />
      <div className="ed-split">
        <div className="ed-half">
          <div className="ed-tools" />
          <EditorBones side="left" />
        </div>
        <EditorBones side="right" />
      </div>
      <div className="ed-foot" />
    </div>
  )
}

const TABLE = '4'

export function EditorScreen() {
  const { item_id = '', page_id = '0' } = useParams()
  const [search] = useSearchParams()
  const location = useLocation()
  const session = (location.state as EditorHistoryState | null)?.editor ?? location.key
  const start = {
    item_id,
    page_id,
    copy_page_id: search.get('copy_page_id') ?? '',
    cat_id: search.get('cat_id') ?? '',
    history_id: search.get('history_id') ?? '',
  }
  return <EditorSession key={session} session={session} start={start} />
}

function EditorSession({ session, start: first }: { session: string; start: Start }) {
  const [start] = useState(first)
  const held = useLock(start.item_id, start.page_id)
  const [renewing, setRenewing] = useState(false)
  const opened = useQuery({
    queryKey: ['editor', session, start],
    queryFn: () => openPage(start),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (opened.isPending) return <EditorSkeleton />
  if (opened.isError) return <EditorRefused error={opened.error} start={start} onRetry={() => void opened.refetch()} />
  const { item } = opened.data
  // A spreadsheet is edited where it is read.
  if (item.item_type === TABLE) return <Redirect to={paths.sheet(item, start.page_id, { history_id: start.history_id ?? '' })} />
  if (!canEditCatalog(item, opened.data.content.cat_id)) return <EditorRefused item={item} start={start} />
  if (held.state.kind === 'asking') return <EditorSkeleton />
  if (held.state.kind === 'foreign' && held.state.outside) {
    // The editor must open with the text that the previous lock holder saved.
    const edit = async () => {
      setRenewing(true)
      const taken = await held.lock.take()
      if (taken) await opened.refetch()
      setRenewing(false)
      return taken
    }
    return (
      <>
        <EditorSkeleton />
        <EditorLocked state={held.state} page={paths.page(item, start.page_id)} onEdit={edit} />
      </>
    )
  }
  if (renewing) return <EditorSkeleton />
  return <EditorPage opened={opened.data} sessionKey={session} held={held} />
}
