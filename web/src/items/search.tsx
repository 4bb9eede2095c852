import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { itemsWords } from './items.words.ts'

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

interface Props {
  typed: string
  /** `composing`: these are letters a Chinese word is being made of, nothing to search for yet. */
  onType: (typed: string, composing: boolean) => void
}

/** The slash key leads here, Escape empties it. */
export function SearchBox({ typed, onType }: Props) {
  const t = useWords(itemsWords)
  const box = useRef<HTMLInputElement>(null)
  const composing = useRef(false)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const change = (next: string) => onType(next, composing.current)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to the older browsers of our readers
    <div role="search">
      <label className="search">
        <Search className="i" aria-hidden="true" />
        <input
          ref={box}
          type="search"
          value={typed}
          placeholder={t.find}
          aria-label={t.find}
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={(event) => {
            composing.current = false
            change(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) change('')
          }}
        />
        {typed ? (
          <button
            type="button"
            className="ib s"
            aria-label={t.clear}
            title={t.clear}
            onClick={() => {
              change('')
              box.current?.focus()
            }}
          >
            <X className="i" aria-hidden="true" />
          </button>
        ) : (
          <span className="kbd" aria-hidden="true">
            /
          </span>
        )}
      </label>
    </div>
  )
}
