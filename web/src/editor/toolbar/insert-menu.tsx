import {
  AlignCenter,
  BookMarked,
  Film,
  type LucideIcon,
  MessageSquareText,
  Network,
  Plus,
  Sigma,
  TableOfContents,
  Workflow,
} from 'lucide-react'
import { keyText } from '../../lib/control-key.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { insertMindMap, MIND_MAP } from '../text/insert-more.ts'
import type { Editing } from '../view.ts'
import { command, type ToolName, tools } from './tools.ts'

const drawn = [
  ['math', Sigma],
  ['mermaid', Workflow],
] as const
const rest = [
  ['callout', MessageSquareText],
  ['footnote', BookMarked],
  ['toc', TableOfContents],
  ['video', Film],
  ['center', AlignCenter],
] as const

/** What is put in now and then. */
export function InsertMenu({ editing: { view } }: { editing: Editing }) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const done = () => view.focus()
  const item = ([name, Icon]: readonly [ToolName, LucideIcon]) => {
    const { key, run } = tools[name]
    return (
      <MenuItem
        key={name}
        icon={<Icon className="i" aria-hidden="true" />}
        {...(key ? { end: keyText(key) } : {})}
        onSelect={() => {
          run(view)
          done()
        }}
      >
        {t[name]}
      </MenuItem>
    )
  }
  return (
    <Menu
      label={t.insertMore}
      align="start"
      button={(opener) => (
        <IconButton className="ed-tool" name={t.insertMore} {...opener}>
          <Plus className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {drawn.map(item)}
      <MenuItem
        icon={<Network className="i" aria-hidden="true" />}
        onSelect={() => {
          command(insertMindMap(MIND_MAP[language]))(view)
          done()
        }}
      >
        {t.mindmap}
      </MenuItem>
      <MenuRule />
      {rest.map(item)}
    </Menu>
  )
}
