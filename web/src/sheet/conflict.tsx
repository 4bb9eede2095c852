import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NewTab } from '../ui/icon-button.tsx'
import { Skeleton } from '../ui/placeholder.tsx'
import { loadSources } from '../versions/merge/merge.ts'
import { mergeWords } from '../versions/merge/merge.words.ts'
import type { Content, Newer, NewerVersion, Saver } from '../writing/saver.ts'
import { mergeBooks } from './book/merge-books.ts'
import { sheetEditWords } from './sheet-edit.words.ts'

interface Props {
  page_id: string
  newer: Newer
  origin: ReturnType<Saver['origin']>
  mine: () => Content
  onKeep: () => void
  onMerged: (merged: Content, theirs: NewerVersion) => void
  onOver: (version: string) => void
  onExport: () => void
}

/** Another user saved the spreadsheet meanwhile: cells without conflict are merged, and nothing is replaced unseen. */
export function SheetConflict({ page_id, newer, origin, mine, onKeep, onMerged, onOver, onExport }: Props) {
  const t = useWords(sheetEditWords)
  const m = useWords(mergeWords)
  const author = newer.author_name || m.someone
  const own = useAccount()?.username === newer.author_username
  const id = useId()
  const { data, error } = useQuery({
    queryKey: ['sheet', 'conflict', id, newer.version],
    queryFn: async () => {
      const sources = await loadSources(page_id, origin)
      const now = mine()
      return { theirs: sources.theirs, now, merged: sources.base && mergeBooks(sources.base.text, now.text, sources.theirs.content.text) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const merged = data?.merged
  return (
    <Dialog
      wide
      title={own ? m.titleOwn : m.title(author)}
      onClose={onKeep}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onKeep}>
            {t.keepEditing}
          </button>
          <button type="button" className="btn" onClick={() => onOver(data?.theirs.version ?? newer.version)}>
            {t.over}
          </button>
          {merged && (
            <button type="button" className="btn primary" onClick={() => onMerged({ ...data.now, text: merged.text }, data.theirs)}>
              {t.put}
            </button>
          )}
        </>
      }
    >
      <p>{own ? t.conflictOwn : t.conflictText(author)}</p>
      {!data && !error && <Skeleton lines={2} />}
      {merged && (
        <p>
          {t.merged(merged.theirs)} {merged.both > 0 && t.both(merged.both)}
        </p>
      )}
      {data && !merged && <p>{t.notMerged}</p>}
      <p className="row sheet-ways">
        <a className="btn small" href={readBoot().base + paths.pageById(page_id)} target="_blank" rel="noreferrer">
          {t.theirs}
          <NewTab />
        </a>
        <button type="button" className="btn small" onClick={onExport}>
          {t.copy}
        </button>
      </p>
      <p className="help">{t.overNote}</p>
    </Dialog>
  )
}
