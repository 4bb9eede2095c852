import { DESCRIPTION_MAX, DOMAIN, NAME_MAX, PASSWORD_MAX } from '@sheaf/contract/limits'
import { Globe, Lock, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { isError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { type Check, required, useFormContext, useFormField } from '../../ui/forms/form.tsx'
import { FormPassword, FormText, FormTextArea } from '../../ui/forms/form-fields.tsx'
import { addItemWords } from './add-item.words.ts'

interface Props {
  name: string
  label: string
  choices: { value: string; name: string; help: string; icon: LucideIcon }[]
}

/** A form field of native radio buttons in a row, each with a line of help. */
export function FormChoices({ name, label, choices }: Props) {
  const id = useId()
  const chosen = useFormField(name)
  return (
    <div className="field">
      <span className="label">{label}</span>
      <fieldset className={`choices n${choices.length}`} aria-label={label}>
        {choices.map(({ value, name: word, help, icon: Icon }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={id}
              value={value}
              checked={chosen.value === value}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-help`}
              onChange={() => chosen.set(value)}
            />
            <span className="choice-name row" id={`${id}-${value}`}>
              <Icon className="i" aria-hidden="true" />
              {word}
            </span>
            <span className="choice-help" id={`${id}-${value}-help`}>
              {help}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

export type AccessFields = { access: 'open' | 'private'; password: string }

/** The password to send; '' for an open item, even if the hidden field still has a value (SPEC 4). */
export const passwordOf = ({ access, password }: AccessFields) => (access === 'private' ? password : '')

/** Accepts an empty value, which keeps the current password, but no whitespace. */
const noSpaces =
  (missing: string): Check =>
  (value) =>
    value && !value.trim() ? missing : undefined

/** Public, or private with a visit password. `kept`: texts for an item that already has a password, which can stay unchanged. */
export function AccessChoice({ kept }: { kept?: { help: string; placeholder: string } | undefined }) {
  const t = useWords(addItemWords)
  const { access } = useFormContext().values
  return (
    <>
      <FormChoices
        name="access"
        label={t.access}
        choices={[
          { value: 'open', name: t.open, help: t.openHelp, icon: Globe },
          { value: 'private', name: t.closed, help: t.closedHelp, icon: Lock },
        ]}
      />
      {access === 'private' && (
        <FormPassword
          name="password"
          label={t.password}
          help={kept?.help ?? t.passwordHelp}
          check={kept ? noSpaces(t.passwordMissing) : required(t.passwordMissing)}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          {...(kept && { placeholder: kept.placeholder })}
        />
      )}
    </>
  )
}

/** Name and description of a new item or a copy. */
export function Basics() {
  const t = useWords(addItemWords)
  return (
    <>
      <FormText name="item_name" label={t.name} check={required(t.nameMissing)} maxLength={NAME_MAX} />
      <FormTextArea name="item_description" label={t.description} help={t.descriptionHelp} optional maxLength={DESCRIPTION_MAX} />
    </>
  )
}

export const isDomainError = (error: unknown) => isError(error, 'domainTaken', 'domainInvalid', 'domainReserved')

/** A short name for the address of an item. */
export function DomainField({ help }: { help: string }) {
  const t = useWords(addItemWords)
  const check = (value: string) => {
    const domain = value.trim()
    if (domain && !DOMAIN.test(domain)) return t.domainRule
    return /^\d+$/.test(domain) ? t.domainDigits : undefined
  }
  return (
    <FormText
      name="item_domain"
      label={t.domain}
      help={help}
      optional
      check={check}
      checkOnBlur
      maxLength={100}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** A server error that belongs to no field. */
export function FormError({ error }: { error: Error | null }) {
  return (
    error && (
      <p className="line-note bad" role="alert">
        {error.message}
      </p>
    )
  )
}
