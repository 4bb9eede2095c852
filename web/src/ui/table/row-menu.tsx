import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { rowWords } from '../list.words.ts'
import { Menu } from '../menu.tsx'

/** The further actions of a row, after the first one, which is a button with words. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useWords(rowWords)
  return (
    <Menu
      label={t.more(name)}
      button={(opener) => (
        <IconButton name={t.more(name)} {...opener}>
          <MoreHorizontal className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {children}
    </Menu>
  )
}
