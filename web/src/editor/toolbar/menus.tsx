import { ChevronDown, Heading, SquareCode } from 'lucide-react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem } from '../../ui/menu.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { insertCode } from '../text/insert.ts'
import { headingLevel, setHeading } from '../text/lines.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { CODE_KEY, CODE_LANGUAGES, command, HEADINGS, headingKey } from './tools.ts'

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
      {[...HEADINGS, 0].map((one) => (
        <MenuItem key={one} checked={one === level} onSelect={() => choose(one)}>
          <span className={`ed-h${one}`}>{one ? t.heading(one) : t.plainText}</span>
          <span className="ed-keys">{keyText(headingKey(one))}</span>
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
