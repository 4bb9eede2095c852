import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { siteTime } from '../lib/format/dates.ts'
import { read } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { recycleWords } from './recycle.words.ts'
import type { Deleted } from './recycle-row.tsx'

/** Characters that tell whether it is the right page. */
const PREVIEW_MAX_CHARS = 20_000

interface DeletedPageProps {
  deleted: Deleted
  onRecover: () => void
  onClose: () => void
}

/** What a page in the bin says, as it was written: its pictures are not there while it is deleted. */
export function DeletedPageDialog({ deleted: { item_id, page_id, page_title }, onRecover, onClose }: DeletedPageProps) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const page = useQuery(read(api.recycle.info, { item_id, page_id }))
  const text = page.data?.page_content ?? ''
  return (
    <Dialog
      title={page_title}
      wide
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.close}
          </button>
          <button type="button" className="btn primary" disabled={!page.data} onClick={onRecover}>
            {t.recover}
          </button>
        </>
      }
    >
      {page.data ? (
        <>
          <p>{t.savedBy(page.data.author_username || t.someone, siteTime(page.data.addtime, language))}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <section className="bin-text scroll" tabIndex={0} aria-label={t.text}>
            {text.slice(0, PREVIEW_MAX_CHARS) || t.noText}
          </section>
          {text.length > PREVIEW_MAX_CHARS && <p className="bin-cut">{t.cut}</p>}
        </>
      ) : page.isError ? (
        <ErrorNote title={t.textFailed} error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={220} height={14} />
          <Bone height={220} />
        </Skeleton>
      )}
    </Dialog>
  )
}
