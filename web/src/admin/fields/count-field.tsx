import { useWords } from '../../lib/words.ts'
import { FormText } from '../../ui/forms/form-fields.tsx'
import type { Counts } from '../settings/config.ts'
import { siteWords } from '../settings/settings.words.ts'

interface Props {
  name: Counts
  label: string
  help?: string
  from: number
  to: number
}

/** A number of the site's settings, within its bounds. */
export function CountField({ from, to, ...field }: Props) {
  const t = useWords(siteWords)
  const isFine = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
  return (
    <div className="adm-count">
      <FormText
        {...field}
        check={(value) => (isFine(value.trim()) ? undefined : t.numberWrong(from, to))}
        checkOnBlur
        inputMode="numeric"
        maxLength={12}
      />
    </div>
  )
}
