import { ArrowRightLeft, Lock, Settings2, Trash2 } from 'lucide-react'
import { readBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { NewTab } from '../../ui/new-tab.tsx'
import { adminWords } from '../admin.words.ts'
import type { Item } from '../admin-rows.ts'
import { itemsWords } from './items.words.ts'

export function ItemRow({ item, onDo }: { item: Item; onDo: (deed: 'transfer' | 'delete') => void }) {
  const t = useWords(itemsWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const name = item.item_name
  const owner = item.username || t.noOwner
  return (
    <tr>
      <th scope="row">
        <a
          className="adm-link cut"
          href={readBoot().base + paths.item(item)}
          target="_blank"
          rel="noreferrer"
          title={item.item_description || name}
        >
          {name}
          <NewTab />
        </a>
      </th>
      <td className="muted cut" title={owner}>
        <span className="hide-s">{owner}</span>
        <span className="only-s">{t.ownerOf(owner)}</span>
      </td>
      <td className="tags">
        {item.is_private === '1' ? (
          <span className="adm-lock">
            <Lock className="i" aria-hidden="true" />
            {t.private}
          </span>
        ) : (
          t.public
        )}{' '}
        {item.is_archived === '1' && <span className="tag warn">{t.archived}</span>}
      </td>
      <td className="r">
        <span className="hide-s">{item.member_num}</span>
        <span className="only-s">{ui.people(item.member_num)}</span>
      </td>
      <td className="when muted">{siteTime(item.addtime, language)}</td>
      <td className="acts">
        <IconLink name={t.settings(name)} to={paths.itemSetting(item.item_id)}>
          <Settings2 className="i" aria-hidden="true" />
        </IconLink>
        <IconButton name={t.transfer(name)} onClick={() => onDo('transfer')}>
          <ArrowRightLeft className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.delete(name)} onClick={() => onDo('delete')}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}
