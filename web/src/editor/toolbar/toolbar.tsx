import { openSearchPanel } from '@codemirror/search'
import {
  Bold,
  Code,
  FileSymlink,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Search,
  Strikethrough,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { usePanelKeys } from '../panel-keys.ts'
import type { EditingSession } from '../sitting.ts'
import { inTable } from '../table/at.ts'
import { TableMenu } from '../table/menu.tsx'
import { TemplateMenu } from '../template/menu.tsx'
import { useEditorValue } from '../view.ts'
import { FormatMenu } from './format-menu.tsx'
import { ImageMenu } from './image-menu.tsx'
import { InsertMenu } from './insert-menu.tsx'
import { CodeMenu, HeadingMenu } from './menus.tsx'
import { TablePicker } from './table-picker.tsx'
import { panelKeys, type ToolName, tools } from './tools.ts'

const icons = {
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
type Shown = keyof typeof icons
const names = Object.keys(icons) as Shown[]

/** A press keeps the focus, and with it the keyboard of a phone, in the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

/** One stop for the Tab key; arrows move inside. */
function useArrows() {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('.ed-set > button:not(:disabled)') ?? [])]
  useEffect(() => {
    const all = buttons()
    const stop = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0) ?? all[0]
    for (const button of bar.current?.querySelectorAll<HTMLElement>('.ed-set > button') ?? []) button.tabIndex = button === stop ? 0 : -1
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const next = all[(to + all.length) % all.length]
    for (const button of all) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  return { ref: bar, onKeyDown }
}

interface Props {
  sitting: EditingSession
  /** The text is not in sight: there is nothing to use the tools on. */
  idle: boolean
  children: ReactNode
}

export function EditorToolbar({ sitting, idle, children }: Props) {
  const t = useWords(editorWords)
  const { editing } = sitting
  const { view } = editing
  const on = useEditorValue(editing, (state) => names.filter((name) => tools[name].on?.(state)).join(' ')).split(' ')
  const cannot = useEditorValue(editing, (state) => names.filter((name) => tools[name].can?.(state) === false).join(' ')).split(' ')
  const table = useEditorValue(editing, inTable)
  usePanelKeys(sitting)
  const button = (name: Shown) => {
    const Icon = icons[name]
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
  }
  return (
    <section className="ed-tools" aria-label={t.tools}>
      <div {...useArrows()} className="ed-sets" role="toolbar" aria-label={t.tools} inert={idle}>
        <span className="ed-set">{(['undo', 'redo'] as const).map(button)}</span>
        <span className="ed-set">
          <HeadingMenu editing={editing} />
          {(['bold', 'italic', 'strike', 'code', 'quote'] as const).map(button)}
        </span>
        <span className="ed-set">{(['bullets', 'numbers', 'tasks'] as const).map(button)}</span>
        <span className="ed-set">
          {button('link')}
          <IconButton
            className="ed-tool"
            name={t.pageLink}
            keys={keyText(panelKeys.pageLink)}
            {...keepFocus}
            onClick={() => sitting.show('pageLink')}
          >
            <FileSymlink className="i" aria-hidden="true" />
          </IconButton>
          <ImageMenu sitting={sitting} />
          {table ? <TableMenu editing={editing} /> : <TablePicker editing={editing} />}
          <CodeMenu editing={editing} />
          <InsertMenu editing={editing} />
        </span>
        <span className="ed-set">
          <IconButton className="ed-tool" name={t.find} keys={keyText('Mod-f')} {...keepFocus} onClick={() => openSearchPanel(view)}>
            <Search className="i" aria-hidden="true" />
          </IconButton>
        </span>
        <span className="ed-set">
          <TemplateMenu sitting={sitting} />
          <FormatMenu sitting={sitting} />
        </span>
      </div>
      {children}
    </section>
  )
}
