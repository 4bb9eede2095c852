import { useWords } from '../lib/words.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { attachmentWords } from './attachment.words.ts'
import { FileKinds } from './file-kinds.tsx'
import type { OwnFilesFilter } from './own-files.ts'

interface Props {
  wanted: OwnFilesFilter
  onChange: (wanted: OwnFilesFilter) => void
}

/** By a part of the name, and by kind. */
export function FileFilter({ wanted, onChange }: Props) {
  const t = useWords(attachmentWords)
  return (
    <div className="at-filter">
      <SearchField
        label={t.find}
        clear={t.clear}
        value={wanted.display_name}
        onFind={(display_name) => onChange({ ...wanted, display_name })}
      />
      <FileKinds value={wanted.attachment_type} onChange={(attachment_type) => onChange({ ...wanted, attachment_type })} />
    </div>
  )
}
