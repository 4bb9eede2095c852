import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { gridWords } from './grid.words.ts'

interface Props {
  type?: 'ok' | 'yesno'
  onOk: () => void
  onCancel: () => void
  children: ReactNode
}

const titles = {
  '#fortune-data-verification': 'validation',
  '#luckysheet-search-format': 'numberFormat',
  '#luckysheet-search-formula': 'functions',
  '.fortune-sort': 'sort',
} as const

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * Replaces the dialog of the spreadsheet component (vite-fortune-sheet.ts swaps it in): a message with one or two buttons, or a
 * form with its own buttons.
 */
export function GridDialog({ type, onOk, onCancel, children }: Props) {
  const t = useWords(gridWords)
  const box = useRef<HTMLDivElement>(null)
  const isMessage = typeof children === 'string'
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    const known = Object.entries(titles).find(([form]) => box.current?.querySelector(form))?.[1]
    setTitle(known ? t[known] : (box.current?.querySelector('.condition-rules-title')?.textContent ?? ''))
  }, [t])

  // The menu that opened the dialog no longer exists, so the focus returns to the cells.
  useEffect(() => {
    const grid = box.current?.closest('.grid')
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) grid?.querySelector<HTMLElement>('.luckysheet-cell-input')?.focus()
      })
    }
  }, [])

  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Enter' || !(event.target as Element).matches('input, select')) return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('.button-primary')?.click()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys typed in the dialog away from the cells
    <div ref={box} className="grid-dialog" onKeyDown={key} onPaste={stop} onCopy={stop} onCut={stop}>
      {isMessage || type ? (
        <Dialog
          title={isMessage ? children : title}
          onClose={onCancel}
          actions={
            <>
              {type === 'yesno' && (
                <button type="button" className="btn" onClick={onCancel}>
                  {t.cancel}
                </button>
              )}
              <button type="button" className="btn primary" data-autofocus onClick={onOk}>
                {t.ok}
              </button>
            </>
          }
        >
          {!isMessage && children}
        </Dialog>
      ) : (
        <Dialog title={title} onClose={onCancel}>
          {children}
        </Dialog>
      )}
    </div>
  )
}
