import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from './icon-button.tsx'
import { raise } from './place.ts'
import { closeToast, followToasts, getToasts, type Toast } from './toast.ts'
import { uiWords } from './ui.words.ts'

const TOAST_MS = 5000
const none: Toast[] = []
const icons = { ok: CircleCheck, info: Info, bad: CircleAlert }

function Line({ toast }: { toast: Toast }) {
  const { id, kind, text, detail, action, lasts = TOAST_MS } = toast
  const t = useWords(uiWords)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (kind === 'bad' || held) return
    const timer = setTimeout(() => closeToast(id), lasts)
    return () => clearTimeout(timer)
  }, [id, kind, held, lasts])
  const Icon = icons[kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={`toast ${kind}`} role={kind === 'bad' ? 'alert' : 'status'} {...hold}>
      <Icon className="i" aria-hidden="true" />
      <div>
        {detail ? <b>{text}</b> : text}
        {detail && <div>{detail}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="do"
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.text}
        </button>
      )}
      <IconButton className="s x" name={t.close} onClick={() => closeToast(id)}>
        <X className="i" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The place of all toasts; once on the page, in app.tsx. */
export function Toasts() {
  const t = useWords(uiWords)
  const toasts = useSyncExternalStore(followToasts, getToasts, () => none)
  const outlet = useRef<HTMLElement>(null)
  const known = useRef(0)
  useEffect(() => {
    // Shown again for each that comes, so that it lies above a dialog opened in the meantime. Each says itself aloud, once.
    const newest = Math.max(0, ...toasts.map(({ id }) => id))
    if (newest > known.current && outlet.current) raise(outlet.current)
    known.current = Math.max(newest, known.current)
  }, [toasts])
  return (
    <section ref={outlet} className="toasts" aria-label={t.messages}>
      {toasts.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </section>
  )
}
