import './shortcuts.css'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import type { PanelProps } from '../session.ts'
import { shortcutWords } from './shortcuts.words.ts'
import { CODE_KEY, HEADINGS, headingKey, panelKeys, SEARCH_KEY, TAB_KEY, type ToolName, tools } from './tools.ts'

type Entry = [name: string, ...keys: string[]]

function useGroups(): [title: string, entries: Entry[]][] {
  const e = useWords(editorWords)
  const t = useWords(shortcutWords)
  const of = (...names: ToolName[]) => names.map((name): Entry => [e[name], tools[name].key ?? ''])
  return [
    [t.page, [[t.save, 'Mod-s'], ...of('undo', 'redo'), [t.list, panelKeys.shortcuts]]],
    [t.marks, of('bold', 'italic', 'strike', 'code')],
    [
      t.lines,
      [
        [t.headings(HEADINGS.length), headingKey(1), headingKey(HEADINGS.length)],
        [e.plainText, headingKey(0)],
        ...of('bullets', 'numbers', 'tasks', 'quote'),
        [t.indent, 'Tab', 'Shift-Tab'],
      ],
    ],
    [
      t.put,
      [
        [t.slash, '/'],
        ...of('link'),
        [e.pageLink, panelKeys.pageLink],
        [e.codeBlock, CODE_KEY],
        ...of('math'),
        [t.pastePlain, 'Mod-Shift-v'],
      ],
    ],
    [
      t.tables,
      [
        [t.nextCell, 'Tab', 'Shift-Tab'],
        [t.cellBelow, 'Enter'],
        [t.newLine, 'Shift-Enter'],
      ],
    ],
    [
      t.more,
      [
        [t.find, 'Mod-f'],
        [t.search, SEARCH_KEY],
        [t.nextMatch, 'Mod-g', 'Mod-Shift-g'],
        [t.goToLine, 'Mod-Alt-g'],
        [t.moveLine, 'Alt-↑', 'Alt-↓'],
        [t.copyLine, 'Shift-Alt-↑', 'Shift-Alt-↓'],
        [t.deleteLine, 'Mod-Shift-k'],
        [t.leaveText, TAB_KEY],
      ],
    ],
  ]
}

/** Every shortcut of the editor, read from the same tables as the tools, so that the list cannot become outdated. */
export function EditorShortcuts({ onClose }: PanelProps) {
  const t = useWords(shortcutWords)
  return (
    <Dialog
      wide
      title={t.title}
      onClose={onClose}
      actions={
        <button type="button" className="btn" onClick={onClose}>
          {t.close}
        </button>
      }
    >
      <div className="keys-groups">
        {useGroups().map(([title, entries], index) => (
          <section key={title}>
            <h3 {...(index === 0 ? { tabIndex: -1, 'data-autofocus': '' } : {})}>{title}</h3>
            <dl>
              {entries.map(([name, ...keys]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key} className="kbd">
                        {keyText(key)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
