import { ArrowLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keyText } from '../lib/control-key.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { LanguageButton, ThemeButton } from '../ui/frame/preference-buttons.tsx'
import { IconLink } from '../ui/icon-button.tsx'
import { editorWords } from '../writing/editor.words.ts'
import type { SaveState } from '../writing/saving.ts'
import { SaveStatus } from '../writing/state.tsx'
import type { Opened } from './load.ts'

interface Props {
  item: Opened['item']
  page_id: string
  dirty: boolean
  state: SaveState
  onSave: () => void
  /** The choice of the catalog. */
  children: ReactNode
  /** Files, history and the rest of what belongs to the page. */
  actions: ReactNode
}

export function EditorTop({ item, page_id, dirty, state, onSave, children, actions }: Props) {
  const t = useWords(editorWords)
  const isNew = page_id === '0'
  return (
    <header className="top">
      <IconLink name={isNew ? t.backToItem : t.back} to={isNew ? paths.item(item) : paths.page(item, page_id)}>
        <ArrowLeft className="i" aria-hidden="true" />
      </IconLink>
      <nav className="crumbs ed-crumbs">
        <Link className="cut ed-wide" to={paths.item(item)}>
          {item.item_name}
        </Link>
        {children && <ChevronRight className="i ed-wide" aria-hidden="true" />}
        {children}
      </nav>
      <span className="grow" />
      <SaveStatus state={state} dirty={dirty} />
      {actions}
      <span className="row ed-wide ed-prefs">
        <LanguageButton />
        <ThemeButton />
      </span>
      <button type="button" className="btn primary ed-save" data-tip={t.save} data-keys={keyText('Mod-s')} onClick={onSave}>
        {t.save}
      </button>
    </header>
  )
}
