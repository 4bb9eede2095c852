import { useWords } from '../lib/words.ts'
import { Bone, Skeleton } from '../ui/skeleton.tsx'
import { attachmentWords } from './attachment.words.ts'
import type { OwnFile } from './file.ts'
import { OwnRow } from './own-row.tsx'

export function OwnTable({ list, onDelete }: { list: OwnFile[]; onDelete: (file: OwnFile) => void }) {
  const t = useWords(attachmentWords)
  return (
    <table className="table at-table">
      <thead>
        <tr>
          <th scope="col">{t.id}</th>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.type}</th>
          <th scope="col" className="r">
            {t.size}
          </th>
          <th scope="col" className="r">
            {t.visits}
          </th>
          <th scope="col">{t.added}</th>
          <th scope="col">
            <span className="sr">{t.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((file) => (
          <OwnRow key={file.file_id} file={file} onDelete={() => onDelete(file)} />
        ))}
      </tbody>
    </table>
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
