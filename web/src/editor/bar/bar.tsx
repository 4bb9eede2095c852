import { ArrowLeft, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { WritingBar } from '../../writing/bar.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import type { LockState } from '../../writing/lock/lock.ts'
import type { SaveState } from '../../writing/saving.ts'
import { SaveStatus } from '../../writing/status.tsx'
import type { Opened } from '../session.ts'
import type { Editing } from '../view.ts'

interface TitleProps {
  page_id: string
  title: string
  setTitle: (title: string) => void
  editing: Editing | undefined
}

/** The title of the page; Enter goes on to the text. */
export function TitleField({ page_id, title, setTitle, editing }: TitleProps) {
  const t = useWords(editorWords)
  return (
    <input
      type="text"
      className="ed-name"
      aria-label={t.title}
      placeholder={t.untitled}
      value={title}
      maxLength={255}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        editing?.view.focus()
      }}
      // biome-ignore lint/a11y/noAutofocus: a new page begins with its title
      autoFocus={page_id === '0' && !title}
    />
  )
}

interface Tick {
  on: boolean
  set: (on: boolean) => void
}

interface Props {
  item: Opened['item']
  page_id: string
  state: SaveState
  dirty: boolean
  lock: LockState
  conflict: boolean
  onSave: () => void
  /** Whether the next save is a small change, which those who watch the page are not informed of. */
  minor: Tick
  /** Whether the next save verifies the page; undefined for pages without a review. */
  checked: Tick | undefined
  /** The place and the title of the page. */
  children: ReactNode
  /** The view switch and the menu. */
  tools: ReactNode
}

/** The bar of the text editor. */
export function EditorBar({ item, page_id, state, dirty, lock, conflict, onSave, minor, checked, children, tools }: Props) {
  const t = useWords(editorWords)
  const phone = useIsUpTo('phone')
  const isNew = page_id === '0'
  return (
    <WritingBar
      back={
        <IconLink name={isNew ? t.backToItem : t.back} to={isNew ? paths.item(item) : paths.page(item, page_id)}>
          <ArrowLeft className="i" aria-hidden="true" />
        </IconLink>
      }
      state={<SaveStatus {...{ state, dirty, lock, conflict }} />}
      tools={tools}
      save={{
        // The bar of a phone has no room for the longer name; the arrow is marked.
        name: minor.on && !phone ? t.saveMinor : t.save,
        run: onSave,
        // A new page has no readers who know it.
        more: !isNew && (
          <Menu
            label={t.saveMore}
            button={(opener) => (
              <IconButton
                className={minor.on || checked?.on ? 'ed-save-more on' : 'ed-save-more'}
                name={checked?.on ? t.saveMoreChecked : minor.on ? t.saveMoreMinor : t.saveMore}
                {...opener}
              >
                <ChevronDown className="i" aria-hidden="true" />
              </IconButton>
            )}
          >
            <MenuItem on={minor.on} onSelect={() => minor.set(!minor.on)}>
              {t.minor}
            </MenuItem>
            {checked && (
              <MenuItem on={checked.on} onSelect={() => checked.set(!checked.on)}>
                {t.checked}
              </MenuItem>
            )}
          </Menu>
        ),
      }}
    >
      {children}
    </WritingBar>
  )
}
