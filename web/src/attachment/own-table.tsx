import { useWords } from '../lib/words.ts'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { attachmentWords } from './attachment.words.ts'
import type { OwnFile } from './file.ts'
import { OwnRow } from './own-row.tsx'

export function OwnTable({ list, onDelete }: { list: OwnFile[]; onDelete: (file: OwnFile) => void }) {
  const t = useWords(attachmentWords)
  return (
    <Table name={t.title} look="at-table" columns={[t.id, t.name, t.type, [t.size, 'r'], [t.visits, 'r'], t.added]} actions={t.actions}>
      {list.map((file) => (
        <OwnRow key={file.file_id} file={file} onDelete={() => onDelete(file)} />
      ))}
    </Table>
  )
}

export const OwnTableWaiting = ({ rows }: { rows: number }) => (
  <Skeleton>
    <div className="at-wait">
      {Array.from({ length: rows }, (_, at) => (
        <div key={`${at + 1}`}>
          <Bone width={`${[34, 48, 28, 40][at % 4]}%`} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)
