import { DESCRIPTION_MAX, DOMAIN, NAME_MAX } from '@sheaf/contract/limits'
import { useWords } from '../../lib/words.ts'
import { filled } from '../../ui/forms/form.tsx'
import { FormText, FormTextArea } from '../../ui/forms/form-fields.tsx'
import { addItemWords } from './add-item.words.ts'

/** Name and description of a new item or a copy. */
export function Basics() {
  const t = useWords(addItemWords)
  return (
    <>
      <FormText name="item_name" label={t.name} check={filled(t.nameMissing)} maxLength={NAME_MAX} />
      <FormTextArea name="item_description" label={t.description} help={t.descriptionHelp} optional maxLength={DESCRIPTION_MAX} />
    </>
  )
}

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

/** What the server answered when no field can carry it. */
export function Refused({ error }: { error: Error | null }) {
  return (
    error && (
      <p className="line-note bad" role="alert">
        {error.message}
      </p>
    )
  )
}
