import { Search } from 'lucide-react'
import { useControlKey } from '../../lib/control-key.ts'
import { openPalette } from '../../lib/palette.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { uiWords } from '../ui.words.ts'

/** Looks like a field and opens the search: words and key on wide screens, an icon on narrow ones. */
export function SearchButton({ words }: { words?: string }) {
  const t = useWords(uiWords)
  const keys = `${useControlKey()}K`
  return (
    <>
      <button type="button" className="search wide-only" aria-haspopup="dialog" onClick={openPalette}>
        <Search className="i" aria-hidden="true" />
        <span className="grow cut">{words ?? t.search}</span>
        <span className="kbd">{keys}</span>
      </button>
      <IconButton className="narrow-search" name={t.search} keys={keys} aria-haspopup="dialog" onClick={openPalette}>
        <Search className="i" aria-hidden="true" />
      </IconButton>
    </>
  )
}
