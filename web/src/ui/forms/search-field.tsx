import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSettledText } from '../../lib/composition.ts'
import { IconButton } from '../icon-button.tsx'

/** Delay between the last key and the request. */
const SEARCH_DEBOUNCE_MS = 300

interface Props {
  label: string
  /** Label of the clear button. */
  clear: string
  value: string
  className?: string
  onFind: (text: string) => void
}

/** A debounced search field for a list. It does not search what an input method is still composing. */
export function SearchField({ label, clear, value, className = '', onFind }: Props) {
  const [typed, setTyped] = useState(value)
  const { settled, composition } = useSettledText(typed)
  const known = useRef(value)
  const latestOnFind = useRef(onFind)
  latestOnFind.current = onFind

  // The address was changed from outside: by browser history or "Show all".
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    setTyped(value)
  }, [value])

  const find = (text: string) => {
    if (known.current === text.trim()) return
    known.current = text.trim()
    latestOnFind.current(text.trim())
  }
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const timer = setTimeout(() => latest.current(settled), SEARCH_DEBOUNCE_MS)
    /* A clicked link cancels a pending search, which would otherwise change the address back to the list. */
    const cancel = (event: MouseEvent) => {
      const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (!opensNewTab && (event.target as Element).closest('a[href]:not([target])')) clearTimeout(timer)
    }
    document.addEventListener('click', cancel, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', cancel, true)
    }
  }, [settled])
  const reset = () => {
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
        {...composition}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(typed)
          if (event.key !== 'Escape' || !typed) return
          // In a dialog the key would close the dialog.
          event.preventDefault()
          reset()
        }}
      />
      {typed && (
        <IconButton className="small" name={clear} onClick={reset}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
    </label>
  )
}
