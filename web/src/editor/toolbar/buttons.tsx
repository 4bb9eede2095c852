import { Bold, Code, Italic, Link, List, ListChecks, ListOrdered, type LucideIcon, Quote, Redo2, Strikethrough, Undo2 } from 'lucide-react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { type ToolName, tools } from './tools.ts'

const toolIcons = {
  undo: Undo2,
  redo: Redo2,
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  quote: Quote,
  bullets: List,
  numbers: ListOrdered,
  tasks: ListChecks,
  link: Link,
} satisfies Partial<Record<ToolName, LucideIcon>>
type Shown = keyof typeof toolIcons

/** A press on a button keeps the focus, and with it a phone's keyboard, in the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

/** Tools as buttons that show whether the selection has their format. */
export function ToolButtons({ editing, names }: { editing: Editing; names: Shown[] }) {
  const t = useWords(editorWords)
  const { view } = editing
  const on = useEditorValue(editing, (state) => names.filter((name) => tools[name].on?.(state)).join(' ')).split(' ')
  const cannot = useEditorValue(editing, (state) => names.filter((name) => tools[name].can?.(state) === false).join(' ')).split(' ')
  return names.map((name) => {
    const Icon = toolIcons[name]
    const { key, run, on: can } = tools[name]
    return (
      <IconButton
        key={name}
        className={on.includes(name) ? 'ed-tool on' : 'ed-tool'}
        name={t[name]}
        keys={key && keyText(key)}
        {...(can ? { 'aria-pressed': on.includes(name) } : {})}
        disabled={cannot.includes(name)}
        {...keepFocus}
        onClick={() => {
          run(view)
          view.focus()
        }}
      >
        <Icon className="i" aria-hidden="true" />
      </IconButton>
    )
  })
}
