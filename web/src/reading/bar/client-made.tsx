import { SquarePen } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { readingWords } from '../reading.words.ts'

/** API clients write such an item (SPEC 1); here it is read. */
export const isClientMade = ({ item_type }: Pick<Info, 'item_type'>) => item_type === '3'

/** The pencil in its place, grey, and why. It answers a press, for a finger sees no tips. */
export function ClientMadeEdit() {
  const t = useWords(readingWords)
  return (
    <button
      type="button"
      className="btn s"
      aria-disabled="true"
      aria-label={`${t.editPage}. ${t.clientMade}`}
      data-tip={t.clientMade}
      onClick={() => toast(t.clientMade, 'info')}
    >
      <SquarePen className="i" aria-hidden="true" />
      <span>{t.edit}</span>
    </button>
  )
}

/** The same where the bar has no room for it. */
export function ClientMadeEntry() {
  const t = useWords(readingWords)
  return (
    <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} onSelect={() => toast(t.clientMade, 'info')}>
      {t.readOnly}
    </MenuItem>
  )
}
