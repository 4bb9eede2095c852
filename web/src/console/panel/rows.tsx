import type { ConsoleField } from '@sheaf/contract'
import { isSecretName } from '@sheaf/description/secret-names'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../lib/words.ts'
import { Input } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/form-fields.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { consoleWords } from '../console.words.ts'
import type { Row } from '../request/values.ts'

interface SectionProps {
  title: string
  /** At the end of the heading, quieter. */
  note?: ReactNode
  children: ReactNode
}

export function Section({ title, note, children }: SectionProps) {
  const id = useId()
  return (
    <section className="try-part" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {note && <small>{note}</small>}
      </h3>
      {children}
    </section>
  )
}

interface LineProps {
  label: ReactNode
  /** The name of the field, for its label. */
  name: string
  value: string
  isSecret?: boolean
  /** The label is a word of the screen, not a name of the API. */
  isWord?: boolean
  placeholder?: string | undefined
  /** Suggested values. */
  suggested?: string[]
  about?: string
  onChange: (value: string) => void
  onRemove?: (() => void) | undefined
}

/** Suggestions of one field. */
const SUGGESTED_MAX = 100

/** A name and its value in one line. A secret is masked. */
export function ValueLine({
  label,
  name,
  value,
  isSecret = false,
  isWord = false,
  placeholder,
  suggested = [],
  about,
  onChange,
  onRemove,
}: LineProps) {
  const t = useWords(consoleWords)
  const id = useId()
  const shared = {
    'aria-label': name,
    'aria-describedby': about ? `${id}about` : undefined,
    autoComplete: 'off',
    spellCheck: false,
    placeholder,
    value,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(target.value),
  }
  return (
    <div className="try-line">
      <div className={isWord ? 'try-name plain' : 'try-name'}>{label}</div>
      {isSecret ? (
        <PasswordInput {...shared} autoComplete="new-password" names={{ show: t.show, hide: t.hide }} />
      ) : (
        <Input {...shared} list={suggested.length > 0 ? `${id}list` : undefined} />
      )}
      {suggested.length > 0 && (
        <datalist id={`${id}list`}>
          {suggested.slice(0, SUGGESTED_MAX).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {onRemove && (
        <IconButton className="small" name={t.remove(name)} onClick={onRemove}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
      {about && (
        <p className="try-about" id={`${id}about`}>
          {about}
        </p>
      )}
    </div>
  )
}

interface RowsProps {
  rows: Row[]
  fields: ConsoleField[]
  onChange: (rows: Row[]) => void
  /** The button that adds a row with a name of its own; without it there is none. */
  add?: string
  /** The message below a row; undefined for its description. */
  noteOf?: (name: string) => string | undefined
}

/** The documented fields, and those that a person adds. */
export function Rows({ rows, fields, onChange, add, noteOf }: RowsProps) {
  const t = useWords(consoleWords)
  const set = (at: number, change: Partial<Row>) => onChange(rows.map((row, n) => (n === at ? { ...row, ...change } : row)))
  return (
    <>
      {rows.map(({ name, value }, at) => {
        const field = fields.find((one) => one.name === name && rows.findIndex((row) => row.name === name) === at)
        const label = field ? (
          <>
            <span>{name}</span>
            {field.required && <em>{t.required}</em>}
          </>
        ) : (
          <Input
            aria-label={t.nameOf}
            autoComplete="off"
            spellCheck={false}
            placeholder={t.nameOf}
            value={name}
            onChange={(event) => set(at, { name: event.target.value })}
          />
        )
        return (
          <ValueLine
            key={at}
            label={label}
            name={field ? name : t.valueOf(name)}
            value={value}
            isSecret={isSecretName(name)}
            placeholder={field?.example}
            suggested={field?.values ?? []}
            about={noteOf?.(name) ?? field?.about ?? ''}
            onChange={(next) => set(at, { value: next })}
            onRemove={field ? undefined : () => onChange(rows.filter((_, n) => n !== at))}
          />
        )
      })}
      {add && (
        <button type="button" className="btn quiet small try-add" onClick={() => onChange([...rows, { name: '', value: '' }])}>
          <Plus className="i" aria-hidden="true" />
          {add}
        </button>
      )}
    </>
  )
}
