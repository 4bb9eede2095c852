import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { siteWords } from './settings.words.ts'

const ITEM = '3'
/** SPEC 9: the picker loads one page of this many. */
const MOST = '1000'

/** What the site opens with: the product's page, the login or an item. */
export function HomeFields() {
  const t = useWords(siteWords)
  const isItem = Form.useWatch('home_page') === ITEM
  return (
    <>
      <Form.Item name="home_page" label={t.homeKind} required>
        <Radio.Group className="adm-radios">
          <Radio value="1">{t.homePage}</Radio>
          <Radio value="2">{t.homeLogin}</Radio>
          <Radio value={ITEM}>{t.homeItem}</Radio>
        </Radio.Group>
      </Form.Item>
      {isItem && (
        <Form.Item name="home_item" label={t.item} extra={t.itemHelp} rules={[{ required: true, message: t.itemMissing }]}>
          <ItemPicker />
        </Form.Item>
      )}
    </>
  )
}

/** Any item of the site, found by its name or its owner. */
function ItemPicker(props: { id?: string; value?: string; onChange?: (value: string) => void }) {
  const t = useWords(siteWords)
  const list = useQuery(read(api.adminItem.getList, { item_name: '', username: '', page: '1', count: MOST }))
  const options = list.data?.items.map((item) => ({
    value: item.item_id,
    label: item.username ? `${item.item_name} (${item.username})` : item.item_name,
  }))
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      loading={list.isPending}
      options={options ?? []}
      notFoundContent={list.error ? t.itemFailed : t.itemNone}
      placeholder={t.itemMissing}
    />
  )
}
