import './cursor.css'
import { type EditorState, StateEffect } from '@codemirror/state'
import { inLanguage } from '@sheaf/contract/languages'
import {
  BookMarked,
  Braces,
  CircleAlert,
  Database,
  FileSymlink,
  FileUp,
  Film,
  Heading1,
  Heading2,
  Heading3,
  Image,
  LayoutTemplate,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  Network,
  Quote,
  Sigma,
  SquareCode,
  Table,
  TableOfContents,
  Workflow,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import { editorWords } from '../../writing/editor.words.ts'
import type { EditingSession } from '../session.ts'
import { headingLevel, setHeading } from '../text/formatting.ts'
import { insertBuiltInTemplate, insertCode, insertMindMap, insertTable, MIND_MAP } from '../text/insert.ts'
import { command, type ToolName, tools } from '../toolbar/tools.ts'
import { formatWords, templateWords, uploadWords } from '../tools.words.ts'
import { type Entry, type EntryName, type GroupName, matching } from './entries.ts'
import { useMenuPlace } from './menu-place.ts'
import { Option } from './option.tsx'
import { chooseEntry, SLASH_ID, type Slash, slashField, slashMenu } from './slash.ts'

/** Lets the user choose files of these kinds; '' accepts every kind. */
function pickFiles(accept: string, take: (files: File[]) => void) {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept })
  input.addEventListener('change', () => take([...(input.files ?? [])]))
  input.click()
}

const icons: Record<EntryName, LucideIcon> = {
  heading1: Heading1,
  heading2: Heading2,
  heading3: Heading3,
  bullets: List,
  numbers: ListOrdered,
  tasks: ListChecks,
  quote: Quote,
  table: Table,
  codeBlock: SquareCode,
  math: Sigma,
  mermaid: Workflow,
  mindmap: Network,
  callout: MessageSquareText,
  footnote: BookMarked,
  toc: TableOfContents,
  api: Braces,
  dictionary: Database,
  errors: CircleAlert,
  templates: LayoutTemplate,
  jsonTable: Braces,
  sql: Database,
  picture: Image,
  file: FileUp,
  link: Link,
  pageLink: FileSymlink,
  video: Film,
}

const isTool = (name: EntryName): name is EntryName & ToolName => name in tools

/** What each entry does at the cursor. */
function useRun({ editing: { view }, show, files }: EditingSession) {
  const t = useWords(editorWords)
  const language = useLanguage()
  return (name: EntryName) => {
    // A format that the line already has stays.
    if (isTool(name)) return void (tools[name].on?.(view.state) || tools[name].run(view))
    switch (name) {
      case 'heading1':
      case 'heading2':
      case 'heading3': {
        const level = Number(name.at(-1))
        return void (headingLevel(view.state) === level || command((state) => setHeading(state, level))(view))
      }
      case 'table':
        return void command((state) => insertTable(state, 2, 3, t.column))(view)
      case 'codeBlock':
        return void command((state) => insertCode(state, ''))(view)
      case 'mindmap':
        return void command(insertMindMap(inLanguage(MIND_MAP, language)))(view)
      case 'api':
      case 'dictionary':
      case 'errors':
        return void insertBuiltInTemplate(view, name, language)
      case 'picture':
        return pickFiles('.jpg,.jpeg,.gif,.png,.bmp,.webp', files.toText)
      case 'file':
        return pickFiles('', files.toText)
      default:
        return show(name)
    }
  }
}

function useNames(): Record<EntryName, string> {
  const t = useWords(editorWords)
  const format = useWords(formatWords)
  const template = useWords(templateWords)
  const { picture, file } = useWords(uploadWords)
  const { bullets, numbers, tasks, quote, table, codeBlock, math, mermaid, mindmap, callout, footnote, toc, link, pageLink, video } = t
  const { api, dictionary, errors, listTitle: templates } = template
  const { jsonTable, sql } = format
  const [heading1, heading2, heading3] = [t.heading(1), t.heading(2), t.heading(3)]
  const written = { heading1, heading2, heading3, bullets, numbers, tasks, quote, table, codeBlock, math, mermaid, mindmap, callout }
  return { ...written, footnote, toc, link, pageLink, video, api, dictionary, errors, templates, jsonTable, sql, picture, file }
}

interface ListProps {
  entries: Entry[]
  index: number
  /** In groups; without, the best match is the first. */
  grouped: boolean
  onChoose: (name: EntryName) => void
}

function Options({ entries, index, grouped, onChoose }: ListProps) {
  const t = useWords(editorWords)
  const names = useNames()
  const option = ({ name, sign }: Entry) => {
    const Icon = icons[name]
    const at = entries.findIndex((entry) => entry.name === name)
    return (
      <Option key={name} id={`${SLASH_ID}-${at}`} isActive={at === index} onChoose={() => onChoose(name)}>
        <Icon className="i" aria-hidden="true" />
        {names[name]}
        {sign && (
          <span className="end mono" aria-hidden="true">
            {sign}
          </span>
        )}
      </Option>
    )
  }
  if (!grouped) return entries.map(option)
  const groups: [GroupName, string][] = [
    ['text', t.slashText],
    ['blocks', t.slashBlocks],
    ['templates', t.slashTemplates],
    ['files', t.slashFiles],
  ]
  return groups.map(([group, title]) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a list box
    <div key={group} role="group" aria-label={title}>
      <div className="mh" aria-hidden="true">
        {title}
      </div>
      {entries.filter((entry) => entry.group === group).map(option)}
    </div>
  ))
}

/** The menu under a slash at the start of a line or after a space. Typing filters it; the focus stays in the text. */
export function SlashMenu({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const { editing } = session
  const { view } = editing
  const [open, setOpen] = useState<Slash | null>(null)
  const float = useRef<HTMLDivElement>(null)
  const run = useRun(session)
  const latest = useRef(run)
  latest.current = run

  useEffect(() => {
    if (view.state.field(slashField, false) === undefined)
      view.dispatch({ effects: StateEffect.appendConfig.of(slashMenu((name) => latest.current(name))) })
    const show = (state: EditorState) => setOpen(state.field(slashField, false) ?? null)
    show(view.state)
    return editing.listen(({ state }) => show(state))
  }, [editing, view])

  const entries = open ? matching(open.query) : []
  const from = entries.length ? open?.from : undefined
  const count = entries.length
  useMenuPlace(view, float, from, count)
  useEffect(() => {
    if (open) document.getElementById(`${SLASH_ID}-${open.index}`)?.scrollIntoView({ block: 'nearest' })
  }, [open])

  return (
    <>
      <span className="visually-hidden" role="status">
        {open && t.slashFound(entries.length)}
      </span>
      {open && from !== undefined && (
        <div
          ref={float}
          id={SLASH_ID}
          role="listbox"
          aria-label={t.insertMore}
          className="menu ed-slash"
          // A press leaves the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          tabIndex={0}
        >
          <Options entries={entries} index={open.index} grouped={!open.query} onChoose={(name) => chooseEntry(view, name, run)} />
        </div>
      )}
    </>
  )
}
