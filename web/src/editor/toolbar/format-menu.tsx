import { Braces, ChevronDown, ClipboardPaste, Database, Table, WandSparkles } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { convertClip } from '../paste/convert.ts'
import { pasteInto, pasteTransaction } from '../paste/paste.ts'
import type { EditingSession } from '../sitting.ts'
import { beautify } from '../source/json-block.ts'
import { focusText } from '../template/insert.ts'
import { formatWords } from './format.words.ts'

/** What the clipboard holds, where the browser lets a page ask; a paste by keys needs no asking. */
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

/** Ways from one form to another: JSON, SQL and sheets to tables. */
export function FormatMenu({ sitting }: { sitting: EditingSession }) {
  const t = useWords(formatWords)
  const format = useFormatting(sitting)
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
      <MenuItem icon={<Table className="i" aria-hidden="true" />} onSelect={() => sitting.show('jsonTable')}>
        {t.jsonTable}
      </MenuItem>
      <MenuItem icon={<WandSparkles className="i" aria-hidden="true" />} onSelect={format.beautify}>
        {t.beautify}
      </MenuItem>
      <MenuRule />
      <MenuItem icon={<Database className="i" aria-hidden="true" />} onSelect={() => sitting.show('sql')}>
        {t.sql}
      </MenuItem>
      <MenuItem icon={<ClipboardPaste className="i" aria-hidden="true" />} onSelect={() => void format.sheet()}>
        {t.sheet}
      </MenuItem>
    </Menu>
  )
}
