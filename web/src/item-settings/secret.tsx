import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.ts'
import { settingWords } from './screen.words.ts'

const COPIED_SHOWN_MS = 1500

/** A button that turns into a check for a moment. */
function CopyIcon({ name, text }: { name: string; text: string }) {
  const t = useWords(settingWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return toast(t.notCopied, 'bad')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <IconButton className="s" name={copied ? t.copied : t.copy(name)} onClick={() => void copy()}>
      {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
    </IconButton>
  )
}

/** What a script is given: read-only, copied with a press; with `onShow` it stays hidden until asked for. */
export function SettingSecret(props: { name: string; value: string; shown?: boolean; onShow?: (shown: boolean) => void }) {
  const { name, value, shown = true, onShow } = props
  const t = useWords(settingWords)
  const id = useId()
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="field setting-secret">
      <label htmlFor={id} className="mono">
        {name}
      </label>
      <div className="input">
        <input
          id={id}
          className="mono"
          readOnly
          type={shown ? 'text' : 'password'}
          autoComplete="off"
          value={value}
          onFocus={(event) => event.target.select()}
        />
        {onShow && (
          <IconButton className="s" name={shown ? t.hideValue(name) : t.showValue(name)} onClick={() => onShow(!shown)}>
            <Icon className="i" aria-hidden="true" />
          </IconButton>
        )}
        <CopyIcon name={name} text={value} />
      </div>
    </div>
  )
}
