export type ToastKind = 'ok' | 'info' | 'bad'

export interface Toast {
  id: number
  text: string
  kind: ToastKind
  /** A second line: what to do. */
  detail?: string | undefined
  /** The way back: "Undo". */
  action?: { text: string; run: () => void } | undefined
  /** Milliseconds, when it is not the usual time. */
  lasts?: number | undefined
}

let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: Toast[]) {
  toasts = next
  for (const tell of listeners) tell()
}

/** Says what was done for 5 seconds; what went wrong ('bad') stays until it is closed. */
export function toast(text: string, kind: ToastKind = 'ok', more: Pick<Toast, 'detail' | 'action' | 'lasts'> = {}) {
  last += 1
  change([...toasts.filter((one) => one.text !== text || one.kind !== kind), { id: last, text, kind, ...more }].slice(-4))
}

export const closeToast = (id: number) => change(toasts.filter((one) => one.id !== id))
export const getToasts = () => toasts
export const followToasts = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
