import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'

/** After the last key, before the server is asked. */
const SEARCH_DEBOUNCE_MS = 300

interface Props {
  label: string
  /** On the button that empties it. */
  clear: string
  value: string
  className?: string
  onFind: (text: string) => void
}

/** A search field of a list: asks when the typing pauses, never in the middle of a Chinese word. */
export function SearchField({ label, clear, value, className = '', onFind }: Props) {
  const [typed, setTyped] = useState(value)
  const composing = useRef(false)
  const known = useRef(value)
  const tell = useRef(onFind)
  tell.current = onFind

  // The address changed by itself: the way back, or "Show all".
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    setTyped(value)
  }, [value])

  const find = (text: string) => {
    if (known.current === text.trim()) return
    known.current = text.trim()
    tell.current(text.trim())
  }
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const timer = setTimeout(() => !composing.current && latest.current(typed), SEARCH_DEBOUNCE_MS)
    /* A link wins over a search that still waits: until its screen is drawn, the search would change the address of the list back. */
    const drop = (event: MouseEvent) => {
      const opensBeside = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (!opensBeside && (event.target as Element).closest('a[href]:not([target])')) clearTimeout(timer)
    }
    document.addEventListener('click', drop, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', drop, true)
    }
  }, [typed])
  const empty = () => {
    setTyped('')
    find('')
  }
  return (
    <label className={`search ${className}`.trim()}>
      <Search className="i" aria-hidden="true" />
      <input
        type="search"
        value={typed}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') find(typed)
          if (event.key !== 'Escape' || !typed) return
          // In a dialog the key would close it.
          event.preventDefault()
          empty()
        }}
      />
      {typed && (
        <IconButton className="s" name={clear} onClick={empty}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
    </label>
  )
}
