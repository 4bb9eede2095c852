import { useWords } from '../../lib/words.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { adminWords } from '../admin.words.ts'

interface FindFieldProps {
  label: string
  value: string
  onFind: (text: string) => void
}

/** A search field over a list of the site. */
export const FindField = (props: FindFieldProps) => <SearchField clear={useWords(adminWords).clear} className="adm-find" {...props} />
