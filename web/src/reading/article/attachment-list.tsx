import { useQuery } from '@tanstack/react-query'
import { Download, File, Image } from 'lucide-react'
import { api, read } from '../../lib/api.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { attachmentListWords } from '../reading.words.ts'

export function AttachmentList({ page_id }: { page_id: string }) {
  const t = useWords(attachmentListWords)
  const { data, error, refetch } = useQuery(read(api.page.uploadList, { page_id }))
  if (error) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  return (
    <ul>
      {data.map((file) => {
        const Icon = file.file_type.startsWith('image') ? Image : File
        return (
          <li key={file.file_id}>
            <a className="af" href={file.url} download={file.display_name}>
              <Icon className="i" aria-hidden="true" />
              <span className="cut">{file.display_name}</span>
              <span className="muted num">{sizeOf(Number(file.file_size))}</span>
              <Download className="i" aria-hidden="true" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
