import type { ComponentProps } from 'react'
import { useWords } from '../lib/words.ts'
import type { Choice } from '../tree/paths.ts'
import { ROOT } from '../tree/shape.ts'
import { SelectField } from '../ui/forms/select.tsx'
import { catalogWords } from './catalog.words.ts'

interface CatalogProps extends Omit<ComponentProps<typeof SelectField>, 'children' | 'value'> {
  /** Undefined where there is no place to choose. */
  value: string | undefined
  choices: Choice[]
  /** The root is not theirs to use. */
  rootless?: boolean | undefined
}

/** A catalog by its full path; where a fourth level would begin the choice says so. */
export function CatalogField({ value, choices, rootless = false, ...field }: CatalogProps) {
  const t = useWords(catalogWords)
  if (value === undefined) return <p className="help">{t.nowhere}</p>
  return (
    <SelectField value={value} {...field}>
      {!rootless && <option value={ROOT}>{t.root}</option>}
      {choices.map(({ cat_id, path, deep }) => (
        <option key={cat_id} value={cat_id} disabled={deep}>
          {deep ? t.tooDeep(path) : path}
        </option>
      ))}
    </SelectField>
  )
}
