import { useQuery } from '@tanstack/react-query'
import { Home, LogIn, MessageSquareText, SquarePen } from 'lucide-react'
import { useLocation } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import type { Info } from '../../tree/item-tree.ts'
import { LanguageItems, ThemeItems } from '../../ui/frame/top-bar.tsx'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { readingWords } from '../reading.words.ts'

/** API clients write the pages of such an item (SPEC 1); the web interface only shows them. */
export const isApiClientItem = ({ item_type }: Pick<Info, 'item_type'>) => item_type === '3'

/** Items with catalogs and pages. */
export const hasSources = ({ item_type }: Pick<Info, 'item_type'>) => item_type === '0' || item_type === '1'

/** A disabled Edit button that explains why. It stays clickable, because touch devices show no tooltips. */
export function DisabledEditButton() {
  const t = useWords(readingWords)
  return (
    <button
      type="button"
      className="btn small"
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

/** The same explanation as a menu entry, for a bar without room for the button. */
export function ReadOnlyEntry() {
  const t = useWords(readingWords)
  return (
    <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} onSelect={() => toast(t.clientMade, 'info')}>
      {t.readOnly}
    </MenuItem>
  )
}

/** The feedback of readers about the item, with the number of new notes. */
export function FeedbackEntry({ item_id }: { item_id: string }) {
  const t = useWords(readingWords)
  const { data } = useQuery(read(api.feedback.getList, { item_id, state: 'new', count: '1' }))
  const count = Number(data?.counts.new)
  return (
    <MenuItem
      icon={<MessageSquareText className="i" aria-hidden="true" />}
      end={count > 0 ? t.feedbackNew(count) : undefined}
      to={paths.feedback(item_id)}
    >
      {t.feedback}
    </MenuItem>
  )
}

/** The link to the item list or home page, first in the menu of the compact bar. */
export function HomeEntry() {
  const t = useWords(readingWords)
  const account = useAccount()
  return (
    <>
      <MenuItem icon={<Home className="i" aria-hidden="true" />} to={account ? paths.items() : paths.home()}>
        {account ? t.toItems : t.toHome}
      </MenuItem>
      <MenuRule />
    </>
  )
}

/** Menu entries for what the compact bar omits: sign-in, language and theme. */
export function CompactEntries() {
  const t = useWords(readingWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  return (
    <>
      <MenuRule />
      {!account && (
        <MenuItem icon={<LogIn className="i" aria-hidden="true" />} to={paths.login(pathname + search)}>
          {t.logIn}
        </MenuItem>
      )}
      <LanguageItems />
      <MenuRule />
      <ThemeItems />
    </>
  )
}
