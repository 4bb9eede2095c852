import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { Input } from 'antd'
import { Eye, EyeOff } from 'lucide-react'

interface Props {
  id?: string
  value?: string
  onChange?: (event: { target: { value: string } }) => void
}

/** A secret that is never shown once it is kept: what stands for it goes with the first key. */
export function SecretInput({ value, onChange, ...props }: Props) {
  return (
    <Input.Password
      {...props}
      value={value}
      autoComplete="new-password"
      visibilityToggle={value !== PASSWORD_KEPT}
      iconRender={(shown) => (shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        const typed = event.target.value
        const isTouched = value === PASSWORD_KEPT && typed !== PASSWORD_KEPT
        onChange?.({ target: { value: isTouched ? typed.replace(PASSWORD_KEPT, '').replace(/^\*+/, '') : typed } })
      }}
    />
  )
}
