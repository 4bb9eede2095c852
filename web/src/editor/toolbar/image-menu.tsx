import { ChevronDown, FolderOpen, Image, Link, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { EditingSession } from '../sitting.ts'
import { uploadWords } from '../upload/upload.words.ts'
import { tools } from './tools.ts'

const KINDS = '.jpg,.jpeg,.gif,.png,.bmp,.webp'

/** A picture from this computer, from one's own files, or by its address. */
export function ImageMenu({ sitting }: { sitting: EditingSession }) {
  const t = useWords(uploadWords)
  const { view } = sitting.editing
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
        <MenuItem icon={<FolderOpen className="i" aria-hidden="true" />} onSelect={() => sitting.show('pictures')}>
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
          sitting.files.toText([...(event.target.files ?? [])])
          event.target.value = ''
          view.focus()
        }}
      />
    </>
  )
}
