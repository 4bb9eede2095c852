import type { Answer } from '@sheaf/contract/client'
import { type ReactNode, useRef } from 'react'
import { AccessChoice, Basics, DomainField, isDomainError } from '../items/add/fields.tsx'
import { api } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Block } from '../ui/settings/block.tsx'
import { Settings } from '../ui/settings/reminder.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'
import { settingWords } from './screen.words.ts'

export type SettingItem = Answer<'item', 'detail'>

const nameOf = ({ item_name, item_description }: SettingItem) => ({ item_name, item_description })
const domainOf = ({ item_domain }: SettingItem) => ({ item_domain })
const accessOf = ({ password }: SettingItem) => ({ access: password ? 'private' : 'open', password: '' })

interface FormProps<F extends Record<string, string>> {
  item: SettingItem
  title: string
  about: string
  select: (item: SettingItem) => F
  /** The fields of the call; the others are sent as the server has them. */
  toSend: (values: F) => Partial<Parameters<typeof api.item.update>[0]>
  shownAfter: (values: F) => F
  children: ReactNode
}

/** Some settings of the item with their own button. The server replaces all of them, so the others are read again before a save. */
function ItemForm<F extends Record<string, string>>({ item, title, about, select, toSend, shownAfter, children }: FormProps<F>) {
  const t = useWords(settingWords)
  const latest = useRef(item)
  const reload = async () => {
    latest.current = await api.item.detail({ item_id: item.item_id })
    return select(latest.current)
  }
  const save = (_changes: Partial<F>, all: F) => {
    const { item_id, item_name, item_description, item_domain } = latest.current
    return api.item.update({ item_id, item_name, item_description, item_domain, ...toSend(all) })
  }
  return (
    <SettingsForm
      name={title}
      stored={select(item)}
      reload={reload}
      onSave={save}
      call={api.item.update}
      shownAfter={shownAfter}
      fieldOf={(error) => (isDomainError(error) ? 'item_domain' : undefined)}
      done={t.saved}
    >
      <Block title={title} about={about}>
        {children}
      </Block>
    </SettingsForm>
  )
}

const trimmed = <F extends Record<string, string>>(values: F): F => {
  const found = { ...values }
  for (const name in found) Object.assign(found, { [name]: values[name]?.trim() })
  return found
}

/** Name, address and readers of the item. */
export function SettingBasics({ item }: { item: SettingItem }) {
  const t = useWords(settingWords)
  const { site } = useBoot()
  return (
    <section>
      <PageHead title={t.basic} about={t.basicSub} />
      <Settings>
        <ItemForm item={item} title={t.naming} about={t.namingAbout} select={nameOf} toSend={trimmed} shownAfter={trimmed}>
          <Basics />
        </ItemForm>
        <ItemForm item={item} title={t.address} about={t.addressAbout} select={domainOf} toSend={trimmed} shownAfter={trimmed}>
          <DomainField help={t.domainHelp(site.replace(/^https?:\/\//, ''))} />
        </ItemForm>
        <ItemForm
          item={item}
          title={t.readers}
          about={t.readersAbout}
          select={accessOf}
          // Undefined keeps the current password; an empty one makes the item public (W13).
          toSend={({ access, password }) => ({ password: access === 'open' ? '' : password || undefined })}
          shownAfter={({ access }) => ({ access, password: '' })}
        >
          <AccessChoice kept={item.password ? { help: t.keepPassword, placeholder: t.keptPassword } : undefined} />
        </ItemForm>
      </Settings>
    </section>
  )
}
