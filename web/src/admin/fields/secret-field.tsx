import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { type Check, useFormField } from '../../ui/forms/form.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'

interface Props {
  name: string
  label: string
  optional: boolean
  check: Check
}

/** A secret that is never shown once it is kept: the text in its place goes with the first key. */
export function SecretField({ name, label, optional, check }: Props) {
  const { value, wrong, control, set } = useFormField(name, { check })
  const type = (typed: string) => {
    const isTouched = value === PASSWORD_KEPT && typed !== PASSWORD_KEPT
    set(isTouched ? typed.replace(PASSWORD_KEPT, '').replace(/^\*+/, '') : typed)
  }
  return (
    <FieldFrame {...{ label, optional, wrong }}>
      {(props) => (
        <PasswordInput
          {...props}
          name={name}
          inputRef={control}
          value={value}
          isSealed={value === PASSWORD_KEPT}
          autoComplete="new-password"
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
