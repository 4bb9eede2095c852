import { inLanguage } from '@sheaf/contract/languages'
import {
  AlignCenter,
  BookMarked,
  Braces,
  ChevronDown,
  ClipboardPaste,
  Database,
  Film,
  FolderOpen,
  Heading,
  Image,
  Link,
  type LucideIcon,
  MessageSquareText,
  Network,
  Plus,
  Sigma,
  SquareCode,
  Table,
  TableOfContents,
  Upload,
  WandSparkles,
  Workflow,
} from 'lucide-react'
import { useRef } from 'react'
import { keyText } from '../../lib/control-key.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { convertClip, pasteInto, pasteTransaction } from '../paste/paste.ts'
import type { EditingSession } from '../session.ts'
import { beautify } from '../source/json-block.ts'
import { headingLevel, setHeading } from '../text/formatting.ts'
import { focusText, insertCode, insertMindMap, MIND_MAP } from '../text/insert.ts'
import { formatWords, uploadWords } from '../tools.words.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { CODE_KEY, CODE_LANGUAGES, command, HEADINGS, headingKey, type ToolName, tools } from './tools.ts'

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

/** Elements that are inserted less often. */
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
          command(insertMindMap(inLanguage(MIND_MAP, language)))(view)
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

const KINDS = '.jpg,.jpeg,.gif,.png,.bmp,.webp'

/** Inserts a picture from this computer, from the user's files, or by its address. */
export function ImageMenu({ session }: { session: EditingSession }) {
  const t = useWords(uploadWords)
  const { view } = session.editing
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label={t.picture}
        align="start"
        button={(opener) => (
          <IconButton className="ed-tool ed-drop" name={t.picture} {...opener}>
            <Image className="i" aria-hidden="true" />
            <ChevronDown className="i caret" aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuItem icon={<Upload className="i" aria-hidden="true" />} onSelect={() => input.current?.click()}>
          {t.uploadPicture}
        </MenuItem>
        <MenuItem icon={<FolderOpen className="i" aria-hidden="true" />} onSelect={() => session.show('pictures')}>
          {t.fromFiles}
        </MenuItem>
        <MenuItem
          icon={<Link className="i" aria-hidden="true" />}
          onSelect={() => {
            tools.image.run(view)
            view.focus()
          }}
        >
          {t.byAddress}
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={KINDS}
        aria-label={t.uploadPicture}
        onChange={(event) => {
          session.files.toText([...(event.target.files ?? [])])
          event.target.value = ''
          view.focus()
        }}
      />
    </>
  )
}

/** Reads the clipboard; rejects where the browser denies it. A paste by keyboard needs no permission. */
async function clipboard() {
  const [item] = await navigator.clipboard.read()
  const read = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '')
  return { html: await read('text/html'), plain: await read('text/plain') }
}

function useFormatting({ editing: { view }, show }: EditingSession) {
  const t = useWords(formatWords)
  return {
    beautify() {
      const done = beautify(view.state)
      if (done === 'none') return show('jsonFormat')
      if (done === 'same') toast(t.alreadyPretty, 'info')
      else if ('wrong' in done) toast(t.unchanged(t.jsonPlace(done.wrong.line, done.wrong.column)), 'info')
      else view.dispatch(view.state.update(done.spec))
      focusText(view)
    },
    async sheet() {
      focusText(view)
      const clip = await clipboard().catch(() => undefined)
      const isTable = clip && /\n\| :?-/.test(convertClip(clip) ?? '')
      const spec = isTable ? pasteInto(view.state, clip) : undefined
      if (spec) view.dispatch(pasteTransaction(view.state, spec))
      else toast(clip ? t.sheetNone : t.sheetHint, 'info', { detail: clip ? t.sheetHint : t.sheetDetail })
    },
  }
}

/** Converts JSON, SQL and spreadsheet cells to tables. */
export function FormatMenu({ session }: { session: EditingSession }) {
  const t = useWords(formatWords)
  const format = useFormatting(session)
  return (
    <Menu
      label={t.tools}
      align="start"
      button={(opener) => (
        <button type="button" className="ib ed-tool ed-words" aria-label={t.tools} {...opener}>
          <Braces className="i" aria-hidden="true" />
          <span>{t.tools}</span>
          <ChevronDown className="i caret" aria-hidden="true" />
        </button>
      )}
    >
      <MenuItem icon={<Table className="i" aria-hidden="true" />} onSelect={() => session.show('jsonTable')}>
        {t.jsonTable}
      </MenuItem>
      <MenuItem icon={<WandSparkles className="i" aria-hidden="true" />} onSelect={format.beautify}>
        {t.beautify}
      </MenuItem>
      <MenuRule />
      <MenuItem icon={<Database className="i" aria-hidden="true" />} onSelect={() => session.show('sql')}>
        {t.sql}
      </MenuItem>
      <MenuItem icon={<ClipboardPaste className="i" aria-hidden="true" />} onSelect={() => void format.sheet()}>
        {t.sheet}
      </MenuItem>
    </Menu>
  )
}

export function HeadingMenu({ editing }: { editing: Editing }) {
  const t = useWords(editorWords)
  const { view } = editing
  const level = useEditorValue(editing, headingLevel)
  const choose = (chosen: number) => {
    if (chosen !== level) command((state) => setHeading(state, chosen))(view)
    view.focus()
  }
  return (
    <Menu
      label={t.headings}
      align="start"
      button={(opener) => (
        <IconButton className={level ? 'ed-tool ed-drop on' : 'ed-tool ed-drop'} name={t.headings} {...opener}>
          <Heading className="i" aria-hidden="true" />
          <ChevronDown className="i caret" aria-hidden="true" />
        </IconButton>
      )}
    >
      {[...HEADINGS, 0].map((option) => (
        <MenuItem key={option} checked={option === level} onSelect={() => choose(option)}>
          <span className={`ed-h${option}`}>{option ? t.heading(option) : t.plainText}</span>
          <span className="ed-keys">{keyText(headingKey(option))}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

export function CodeMenu({ editing: { view } }: { editing: Editing }) {
  const t = useWords(editorWords)
  return (
    <Menu
      label={t.codeLanguage}
      align="start"
      button={(opener) => (
        <IconButton className="ed-tool" name={t.codeBlock} keys={keyText(CODE_KEY)} {...opener}>
          <SquareCode className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuHead>{t.codeLanguage}</MenuHead>
      {CODE_LANGUAGES.map((language) => (
        <MenuItem
          key={language}
          onSelect={() => {
            command((state) => insertCode(state, language))(view)
            view.focus()
          }}
        >
          <span className={language ? 'mono' : ''}>{language || t.noLanguage}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
