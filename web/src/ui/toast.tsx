import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIsUpTo } from '../lib/breakpoints.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { IconButton } from './icon-button.tsx'
import { raise } from './popover.tsx'
import { uiWords } from './ui.words.ts'

type ToastKind = 'ok' | 'info' | 'bad'

interface ToastAction {
  text: string
  run: () => void
}

interface Toast {
  id: number
  text: string
  kind: ToastKind
  /** A second line with details. */
  detail?: string | undefined
  /** An action such as "Undo". */
  action?: ToastAction | undefined
  /** A second one, such as a way to the result. */
  second?: ToastAction | undefined
  /** Milliseconds, if not the default. */
  durationMs?: number | undefined
}

let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message for 5 seconds; an error ('bad') stays until it is closed. */
export function toast(text: string, kind: ToastKind = 'ok', more: Pick<Toast, 'detail' | 'action' | 'second' | 'durationMs'> = {}) {
  last += 1
  change([...toasts.filter((one) => one.text !== text || one.kind !== kind), { id: last, text, kind, ...more }].slice(-4))
}

const WORK_MS = 120_000

/** Shows that something goes on, until the returned function is called. */
export function toastOfWork(text: string): () => void {
  toast(text, 'info', { durationMs: WORK_MS })
  const id = last
  return () => closeToast(id)
}

export const closeToast = (id: number) => change(toasts.filter((one) => one.id !== id))
export const getToasts = () => toasts
const followToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const TOAST_MS = 5000
const none: Toast[] = []
const icons = { ok: CircleCheck, info: Info, bad: CircleAlert }

function Line({ toast }: { toast: Toast }) {
  const { id, kind, text, detail, action, second, durationMs = TOAST_MS } = toast
  const t = useWords(uiWords)
  const [held, setHeld] = useState(false)
  const isPhone = useIsUpTo('phone')
  useEffect(() => {
    if (kind === 'bad' || held) return
    const timer = setTimeout(() => closeToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, kind, held, durationMs])
  const Icon = icons[kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={`toast ${kind} ${detail || isPhone ? 'below' : ''}`} role={kind === 'bad' ? 'alert' : 'status'} {...hold}>
      <Icon className="i" aria-hidden="true" />
      <div>
        {detail ? <b>{text}</b> : text}
        {detail && <div>{detail}</div>}
      </div>
      {[action, second].map(
        (one) =>
          one && (
            <button
              key={one.text}
              type="button"
              className="do"
              onClick={() => {
                closeToast(id)
                one.run()
              }}
            >
              {one.text}
            </button>
          ),
      )}
      <IconButton className="small close" name={t.close} onClick={() => closeToast(id)}>
        <X className="i" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A message for one user is not shown to the next one in this browser. */
function useClearedAfterSession() {
  const uid = useAccount()?.uid
  const before = useRef(uid)
  useEffect(() => {
    if (before.current && before.current !== uid) change([])
    before.current = uid
  }, [uid])
}

/** The container of all toasts; rendered once, in frame/overlays.tsx. */
export function Toasts() {
  const t = useWords(uiWords)
  const toasts = useSyncExternalStore(followToasts, getToasts, () => none)
  const outlet = useRef<HTMLElement>(null)
  const known = useRef(0)
  useClearedAfterSession()
  useEffect(() => {
    // Shown again for each new toast, so that it is above a dialog opened in the meantime. Each toast is announced once.
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
