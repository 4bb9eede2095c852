import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { pathTo } from '../tree/item-tree.ts'
import { ComboboxField } from '../ui/forms/combobox.tsx'
import { Form, required, SubmitButton, useForm } from '../ui/forms/form.tsx'
import { FormSelect, FormText } from '../ui/forms/form-fields.tsx'
import { personText } from '../ui/person.tsx'
import { useSend } from '../ui/send.ts'
import { ReviewLine } from './acts.tsx'
import { InPlace } from './in-place.tsx'
import type { PageTruth } from './sentences.ts'
import { careWords } from './truth.words.ts'

type Page = Pick<Answer<'page', 'info'>, 'page_id' | 'item_id' | 'cat_id'>

const DATE = 'date'
const cycles = ['30', '90', '180', '365'] as const

const two = (n: number) => String(n).padStart(2, '0')
/** A moment as the value of a date field, in the time zone of the browser. */
function dayOf(seconds: string) {
  const at = new Date(Number(seconds) * 1000)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
const secondsOf = (day: string) => String(Math.round(new Date(`${day}T00:00`).getTime() / 1000))

interface FormProps {
  page: Page
  review: PageTruth['review']
  onClose: () => void
}

/** Sets owner and review; managers also for the catalog of the page and for the item. */
function CareForm({ page: { page_id, item_id, cat_id }, review, onClose }: FormProps) {
  const t = useWords(careWords)
  const { every_days, due, owner_username } = review
  const item = useQuery(read(api.item.info, { item_id }))
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const save = useSend(api.truth.care, { failed: true, done: t.saved, onDone: onClose })
  const [owner, setOwner] = useState(owner_username)
  const isDate = every_days === '0' && due !== '0'
  const form = useForm({ scope: 'page', every: isDate ? DATE : every_days, day: isDate ? dayOf(due) : '' })
  const catalog = item.data && pathTo(item.data.menu, page_id)?.at(-1)
  const options = (users.data ?? []).map(({ username, name }) => ({ value: username, label: personText(username, name) }))
  const submit = ({ scope, every, day }: typeof form.values) => {
    const place = { page: { page_id }, catalog: { cat_id }, item: {} }[scope] ?? { page_id }
    const when = every === DATE ? { every_days: '0', due: secondsOf(day) } : { every_days: every, due: '0' }
    void save.send({ item_id, ...place, username: owner, ...when })
  }
  return (
    <Form form={form} onSubmit={submit} className="truth-add">
      {item.data?.item_manage && (
        <FormSelect name="scope" label={t.scope}>
          <option value="page">{t.page}</option>
          {catalog && <option value="catalog">{t.catalog(catalog.cat_name)}</option>}
          <option value="item">{t.item}</option>
        </FormSelect>
      )}
      <div className="truth-pair">
        <ComboboxField
          label={t.owner}
          value={owner || undefined}
          placeholder={t.ownerEmpty}
          options={options}
          waiting={users.isPending}
          onChange={setOwner}
          onClear={() => setOwner('')}
        />
        <FormSelect name="every" label={t.review}>
          <option value="0">{t.none}</option>
          {cycles.map((days) => (
            <option key={days} value={days}>
              {t[`every${days}`]}
            </option>
          ))}
          <option value={DATE}>{t.date}</option>
        </FormSelect>
      </div>
      {form.values.every === DATE && <FormText name="day" type="date" label={t.day} check={required(t.dayMissing)} />}
      <div className="row">
        <SubmitButton busy={save.busy}>{t.save}</SubmitButton>
        <button type="button" className="btn" onClick={onClose}>
          {t.cancel}
        </button>
      </div>
    </Form>
  )
}

interface Props {
  page: Page
  review: PageTruth['review']
  isEditor: boolean
}

/** Owner and review of a page, and where they come from. */
export function Care({ page, review, isEditor }: Props) {
  const t = useWords(careWords)
  const [isOpen, setOpen] = useState(false)
  const from: Record<string, string> = { page: t.fromPage, catalog: t.fromCatalog, item: t.fromItem }
  const nothing = !review.owner_username && review.every_days === '0' && review.due === '0'
  return (
    <section className="truth-care" aria-labelledby="truth-care">
      <h3 id="truth-care">{t.title}</h3>
      {nothing ? <p className="truth-none">{t.about}</p> : <ReviewLine review={review} />}
      {from[review.from] && <p className="truth-none">{from[review.from]}</p>}
      {isEditor && !isOpen && (
        <button type="button" className="btn small" onClick={() => setOpen(true)}>
          {nothing ? t.set : t.change}
        </button>
      )}
      {isOpen && (
        <InPlace>
          <CareForm page={page} review={review} onClose={() => setOpen(false)} />
        </InPlace>
      )}
    </section>
  )
}
