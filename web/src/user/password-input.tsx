import { Input, type InputProps, type InputRef } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { entranceWords } from './entrance.words.ts'

/** A password with a button to look at it. */
export function PasswordInput({ inputRef, ...input }: InputProps & { inputRef?: Ref<InputRef> }) {
  const t = useWords(entranceWords)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      size="large"
      {...input}
      {...(inputRef ? { ref: inputRef } : {})}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      suffix={
        <IconButton className="s" name={shown ? t.hidePassword : t.showPassword} onClick={() => setShown(!shown)}>
          <Icon className="i" aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
