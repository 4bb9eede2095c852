import { FolderOpen, Heading, Image, Link, SquareCode, Upload } from 'lucide-react'
import { useRef } from 'react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem } from '../../ui/menu.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import type { EditingSession } from '../session.ts'
import { headingLevel, setHeading } from '../text/formatting.ts'
import { insertCode } from '../text/insert.ts'
import { uploadWords } from '../tools.words.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { CODE_KEY, CODE_LANGUAGES, command, HEADINGS, headingKey, tools } from './tools.ts'

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
          <IconButton className="ed-tool" name={t.picture} {...opener}>
            <Image className="i" aria-hidden="true" />
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
        <IconButton className={level ? 'ed-tool on' : 'ed-tool'} name={t.headings} {...opener}>
          <Heading className="i" aria-hidden="true" />
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
