import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { attachmentWords } from './attachment.words.ts'
import { FileKinds } from './file-kinds.tsx'
import type { Wanted } from './own-files.ts'

/** After the last key, before the server is asked. */
const PAUSE = 300

interface Props {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

/** By a part of the name, and by kind. */
export function FileFilter({ wanted, onChange }: Props) {
  const t = useWords(attachmentWords)
  const [typed, setTyped] = useState(wanted.display_name)
  const composing = useRef(false)
  const known = useRef(wanted.display_name)
  const told = useRef({ wanted, onChange })
  told.current = { wanted, onChange }

  // The address changed by itself: the way back, or "Show all".
  useEffect(() => {
    if (known.current === wanted.display_name) return
    known.current = wanted.display_name
    setTyped(wanted.display_name)
  }, [wanted.display_name])

  const find = (text: string) => {
    if (known.current === text.trim()) return
    known.current = text.trim()
    told.current.onChange({ ...told.current.wanted, display_name: text.trim() })
  }
  const clear = () => {
    setTyped('')
    find('')
  }
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const timer = setTimeout(() => !composing.current && latest.current(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <form
      className="at-filter"
      onSubmit={(event) => {
        event.preventDefault()
        find(typed)
      }}
    >
      <label className="search">
        <Search className="i" aria-hidden="true" />
        <input
          type="search"
          value={typed}
          placeholder={t.find}
          aria-label={t.find}
          autoComplete="off"
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
            if (event.key !== 'Escape' || event.nativeEvent.isComposing || !typed) return
            // In a dialog the key would close it.
            event.preventDefault()
            clear()
          }}
        />
        {typed && (
          <IconButton className="s" name={t.clear} onClick={() => clear()}>
            <X className="i" aria-hidden="true" />
          </IconButton>
        )}
      </label>
      <FileKinds value={wanted.attachment_type} onChange={(attachment_type) => onChange({ ...wanted, attachment_type })} />
    </form>
  )
}
