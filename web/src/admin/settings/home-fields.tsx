import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { filled, useFormField } from '../../ui/forms/form.tsx'
import { FormRadios } from '../../ui/forms/form-fields.tsx'
import { siteWords } from './settings.words.ts'

/** The value of home_page that names an item. */
export const ITEM = '3'
/** SPEC 9: the picker loads one page of this many. */
const PICKER_ITEMS_MAX = '1000'

/** What the site opens with: the product's page, the login or an item. */
export function HomeFields() {
  const t = useWords(siteWords)
  const { value } = useFormField('home_page')
  return (
    <>
      <FormRadios
        name="home_page"
        label={t.homeKind}
        stacked
        options={[
          { value: '1', label: t.homePage },
          { value: '2', label: t.homeLogin },
          { value: ITEM, label: t.homeItem },
        ]}
      />
      {value === ITEM && <ItemPicker />}
    </>
  )
}

/** Any item of the site, found by its name or its owner. */
function ItemPicker() {
  const t = useWords(siteWords)
  const { value, wrong, control, set } = useFormField('home_item', { check: filled(t.itemMissing) })
  const list = useQuery(read(api.adminItem.getList, { item_name: '', username: '', page: '1', count: PICKER_ITEMS_MAX }))
  const options = list.data?.items.map((item) => ({
    value: item.item_id,
    label: item.username ? `${item.item_name} (${item.username})` : item.item_name,
  }))
  return (
    <FieldFrame label={t.item} help={t.itemHelp} wrong={wrong}>
      {(props) => (
        <Combobox
          {...props}
          inputRef={control}
          waiting={list.isPending}
          options={options ?? []}
          empty={list.error ? t.itemFailed : t.itemNone}
          placeholder={t.itemMissing}
          value={value || undefined}
          onChange={set}
        />
      )}
    </FieldFrame>
  )
}
