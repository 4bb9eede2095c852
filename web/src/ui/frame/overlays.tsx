import { useEffect, useRef } from 'react'
import { positionFloat } from '../popover.tsx'
import { Toasts } from '../toast.tsx'
import { OtherAccount } from './other-account.tsx'

const TIP_DELAY_MS = 450

/** Tooltips for elements with `data-tip`: after a delay with the mouse, immediately with the keyboard. */
function Tip() {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over: HTMLElement | null = null
    const hide = () => {
      clearTimeout(timer)
      over = null
      if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
    }
    const show = (target: HTMLElement) => {
      const float = tip.current
      if (!float?.showPopover || !target.isConnected || target.getAttribute('aria-expanded') === 'true') return
      const [name, keys] = float.querySelectorAll('span')
      if (!name || !keys) return
      name.textContent = target.dataset['tip'] ?? ''
      keys.textContent = target.dataset['keys'] ?? ''
      keys.hidden = !target.dataset['keys']
      float.showPopover()
      positionFloat(float, target.getBoundingClientRect(), 'center', 6)
    }
    const enter = (event: Event, wait: number) => {
      const target = (event.target as Element).closest?.<HTMLElement>('[data-tip]') ?? null
      if (target === over) return
      hide()
      over = target
      if (target) timer = setTimeout(() => show(target), wait)
    }
    const pointer = (event: PointerEvent) => event.pointerType === 'mouse' && enter(event, TIP_DELAY_MS)
    const focus = (event: FocusEvent) => (event.target as Element).matches?.(':focus-visible') && enter(event, 0)
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('pointerover', pointer)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', key)
    return () => {
      hide()
      document.removeEventListener('pointerover', pointer)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', key)
    }
  }, [])
  return (
    <div ref={tip} className="tip" popover="manual" aria-hidden="true">
      <span />
      <span className="kbd" hidden />
    </div>
  )
}

/** Floating elements above any screen; rendered once per page. */
export const Overlays = () => (
  <>
    <Toasts />
    <Tip />
    <OtherAccount />
  </>
)
