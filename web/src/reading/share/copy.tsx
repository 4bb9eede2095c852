import { useId, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { shareWords } from './share.words.ts'

const COPIED_SHOWN_MS = 1500

/** A link that can be read whole, selected and copied. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const t = useWords(shareWords)
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return toast(t.notCopied, 'bad')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <div className="sh-line">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <div className="input s">
          <input id={id} className="mono" readOnly value={text} onFocus={(event) => event.target.select()} />
        </div>
        <button type="button" className="btn s" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t.copied : t.copy}</span>
        </button>
      </div>
    </div>
  )
}
