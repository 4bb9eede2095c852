import { inLanguage } from '@sheaf/contract/languages'
import {
  AlignCenter,
  BookMarked,
  ClipboardPaste,
  Database,
  FileSymlink,
  Film,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  Network,
  Plus,
  Sigma,
  Strikethrough,
  Table,
  TableOfContents,
  WandSparkles,
  Workflow,
} from 'lucide-react'
import { keyText } from '../../lib/control-key.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { convertClip, pasteInto, pasteTransaction } from '../paste/paste.ts'
import type { EditingSession } from '../session.ts'
import { beautify } from '../source/json-block.ts'
import { TemplateItems } from '../template/menu.tsx'
import { focusText, insertMindMap, MIND_MAP } from '../text/insert.ts'
import { formatWords, templateWords } from '../tools.words.ts'
import { command, panelKeys, type ToolName, tools } from './tools.ts'

const elements = [
  ['numbers', ListOrdered],
  ['strike', Strikethrough],
  ['math', Sigma],
  ['mermaid', Workflow],
  ['callout', MessageSquareText],
  ['footnote', BookMarked],
  ['toc', TableOfContents],
  ['video', Film],
  ['center', AlignCenter],
] as const satisfies [ToolName, LucideIcon][]

/** Everything that is inserted less often: elements, templates, and tables made of JSON, SQL and spreadsheet cells. */
export function InsertMenu({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const { templates } = useWords(templateWords)
  const { tools: formats } = useWords(formatWords)
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
      <div className="ed-columns">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a menu */}
        <div role="group" aria-label={t.insertMore}>
          <MenuHead>{t.insertMore}</MenuHead>
          <ElementItems session={session} />
        </div>
        <div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a menu */}
          <div role="group" aria-label={templates} className="tp-menu">
            <MenuHead>{templates}</MenuHead>
            <TemplateItems session={session} />
          </div>
          <MenuRule />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a menu */}
          <div role="group" aria-label={formats}>
            <MenuHead>{formats}</MenuHead>
            <FormatItems session={session} />
          </div>
        </div>
      </div>
    </Menu>
  )
}

function ElementItems({ session: { editing, show } }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const { view } = editing
  return (
    <>
      {elements.map(([name, Icon]) => {
        const { key, run } = tools[name]
        return (
          <MenuItem
            key={name}
            icon={<Icon className="i" aria-hidden="true" />}
            {...(key ? { end: <span className="kbd">{keyText(key)}</span> } : {})}
            onSelect={() => {
              run(view)
              view.focus()
            }}
          >
            {t[name]}
          </MenuItem>
        )
      })}
      <MenuItem
        icon={<Network className="i" aria-hidden="true" />}
        onSelect={() => {
          command(insertMindMap(inLanguage(MIND_MAP, language)))(view)
          view.focus()
        }}
      >
        {t.mindmap}
      </MenuItem>
      <MenuItem
        icon={<FileSymlink className="i" aria-hidden="true" />}
        end={<span className="kbd">{keyText(panelKeys.pageLink)}</span>}
        onSelect={() => show('pageLink')}
      >
        {t.pageLink}
      </MenuItem>
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
function FormatItems({ session }: { session: EditingSession }) {
  const t = useWords(formatWords)
  const format = useFormatting(session)
  return (
    <>
      <MenuItem icon={<Table className="i" aria-hidden="true" />} onSelect={() => session.show('jsonTable')}>
        {t.jsonTable}
      </MenuItem>
      <MenuItem icon={<WandSparkles className="i" aria-hidden="true" />} onSelect={format.beautify}>
        {t.beautify}
      </MenuItem>
      <MenuItem icon={<Database className="i" aria-hidden="true" />} onSelect={() => session.show('sql')}>
        {t.sql}
      </MenuItem>
      <MenuItem icon={<ClipboardPaste className="i" aria-hidden="true" />} onSelect={() => void format.sheet()}>
        {t.sheet}
      </MenuItem>
    </>
  )
}
