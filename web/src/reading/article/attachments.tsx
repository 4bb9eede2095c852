import { Paperclip } from 'lucide-react'
import { Suspense } from 'react'
import { useWords } from '../../lib/words.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { Popover } from '../../ui/popover.tsx'
import { readingWords } from '../reading.words.ts'

const AttachmentList = lazyPart(() => import('./attachment-list.tsx').then((m) => m.AttachmentList))

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
        <AttachmentList page_id={page_id} />
      </Suspense>
    </Popover>
  )
}
