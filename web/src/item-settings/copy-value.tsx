import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { settingWords } from './screen.words.ts'

const COPIED_SHOWN_MS = 1500

/** A copy button that shows a check mark for a moment. */
function CopyIcon({ name, text }: { name: string; text: string }) {
  const t = useWords(settingWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return toast(t.notCopied, 'bad')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <IconButton className="small" name={copied ? t.copied : t.copy(name)} onClick={() => void copy()}>
      {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
    </IconButton>
  )
}

interface Props {
  name: string
  value: string
  /** The name is that of a field of the API. */
  isCode?: boolean
  shown?: boolean
  /** The value can be hidden. */
  onShow?: (shown: boolean) => void
}

/** A read-only value with a copy button. */
export function CopyValue({ name, value, isCode = false, shown = true, onShow }: Props) {
  const t = useWords(settingWords)
  const id = useId()
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="field setting-secret">
      <label htmlFor={id} className={isCode ? 'mono' : undefined}>
        {name}
      </label>
      <div className="input">
        {shown ? (
          <textarea id={id} className="mono" readOnly rows={1} value={value} onFocus={(event) => event.target.select()} />
        ) : (
          <input id={id} className="mono" readOnly type="password" autoComplete="off" value={value} />
        )}
        {onShow && (
          <IconButton className="small" name={shown ? t.hideValue(name) : t.showValue(name)} onClick={() => onShow(!shown)}>
            <Icon className="i" aria-hidden="true" />
          </IconButton>
        )}
        <CopyIcon name={name} text={value} />
      </div>
    </div>
  )
}
