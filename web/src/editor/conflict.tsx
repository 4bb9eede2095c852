import type { Language } from '@sheaf/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo } from 'react'
import { longDate, siteTime } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/placeholder.tsx'
import { loadSources, type Sources } from '../versions/merge/merge.ts'
import { mergeWords } from '../versions/merge/merge.words.ts'
import { MergeScreen } from '../versions/merge/screen.tsx'
import type { Content, Newer, NewerVersion, Saver } from '../writing/saver.ts'

interface Props {
  item_id: string
  page_id: string
  newer: Newer
  origin: ReturnType<Saver['origin']>
  mine: () => Content
  onKeep: () => void
  onMerged: (merged: Content, theirs: NewerVersion) => void
  onOver: (version: string) => void
  onTake: (theirs: NewerVersion) => void
}

/** The server sends the time as Unix seconds or already formatted by the site. */
const timeOf = (addtime: string, language: Language) =>
  /^\d+$/.test(addtime) ? longDate(Number(addtime), language) : siteTime(addtime, language)

const same = (a: Content, b: Content) => a.text === b.text && a.title === b.title && a.cat_id === b.cat_id

function resolutionFor({ base, theirs }: Sources, mine: Content) {
  if (same(mine, theirs.content)) return 'take'
  return base && same(base, theirs.content) ? 'over' : undefined
}

/** Another user saved the page during editing: loads that version and merges it with the local text. */
export function EditorConflict({ item_id, page_id, newer, origin, mine, onKeep, onMerged, onOver, onTake }: Props) {
  const t = useWords(mergeWords)
  const language = useLanguage()
  const author = newer.author_name || t.someone
  const own = useAccount()?.username === newer.author_username
  const id = useId()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['merge', id, newer.version],
    queryFn: () => loadSources(page_id, origin),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const text = useMemo(() => (data ? mine() : undefined), [data, mine])
  // Both texts are equal, or the other version equals the base: no decision is needed.
  const resolution = data && text && resolutionFor(data, text)
  useEffect(() => {
    if (resolution === 'take' && data) onTake(data.theirs)
    if (resolution === 'over' && data) onOver(data.theirs.version)
  })
  if (resolution) return null
  if (data && text)
    return (
      <MergeScreen
        {...{ item_id, author, own, onKeep }}
        sources={data}
        mine={text}
        time={timeOf(newer.addtime, language)}
        onMerged={(merged) => (same(merged, data.theirs.content) ? onTake(data.theirs) : onMerged(merged, data.theirs))}
        onOver={() => onOver(data.theirs.version)}
        onTake={() => onTake(data.theirs)}
      />
    )
  return (
    <Dialog
      title={own ? t.titleOwn : t.title(author)}
      onClose={onKeep}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onKeep}>
            {t.keepEditing}
          </button>
          {error && (
            <>
              <button type="button" className="btn" onClick={() => onOver(newer.version)}>
                {t.over}
              </button>
              <button type="button" className="btn primary" disabled={isFetching} onClick={() => void refetch()}>
                {t.retry}
              </button>
            </>
          )}
        </>
      }
    >
      {error ? (
        <>
          <p role="alert">
            {t.failed}: {error.message}
          </p>
          <p>{t.failedNote}</p>
        </>
      ) : (
        <>
          <p>{t.waiting}</p>
          <Skeleton />
        </>
      )}
    </Dialog>
  )
}
