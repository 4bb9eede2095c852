import { Paperclip } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useWords } from '../lib/words.ts'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { readingWords } from './reading.words.ts'

const List = lazy(() => import('./article-attachment-list.tsx').then((m) => ({ default: m.AttachmentList })))

/** "3 attachments"; the list is fetched when it is opened. */
export function ArticleAttachments({ page_id, count }: { page_id: string; count: number }) {
  const t = useWords(readingWords)
  return (
    <Popover
      label={t.attachmentsTitle}
      align="start"
      className="files"
      button={(opener) => (
        <button type="button" {...opener}>
          <Paperclip className="i" aria-hidden="true" />
          {t.attachments(count)}
        </button>
      )}
    >
      <Suspense fallback={<Skeleton lines={count} />}>
        <List page_id={page_id} />
      </Suspense>
    </Popover>
  )
}
