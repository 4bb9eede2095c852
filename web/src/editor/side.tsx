import './side.css'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { uiWords } from '../ui/ui.words.ts'

interface Props {
  title: string
  count?: string | number | undefined
  onClose: () => void
  children: ReactNode
}

/** A panel next to the text; on phones a sheet from the bottom. It takes the focus and returns it on close. */
export function EditorSide({ title, count, onClose, children }: Props) {
  const t = useWords(uiWords)
  const side = useRef<HTMLElement>(null)
  useEffect(() => {
    const previousFocus = document.activeElement as HTMLElement | null
    side.current?.focus({ preventScroll: true })
    return () => {
      if (!document.activeElement || document.activeElement === document.body) previousFocus?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={side}
      className="ed-side stack"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="num">{count}</span>}
        <span className="grow" />
        <IconButton name={t.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="ed-side-body scroll">{children}</div>
    </aside>
  )
}
