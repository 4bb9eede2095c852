import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { Form, required, useForm, useFormField } from '../../ui/forms/form.tsx'
import { FormRadios, FormSwitch, FormText } from '../../ui/forms/form-fields.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { siteWords } from './settings.words.ts'
import { type Config, type Counts, StorageFields, storageFrom, storageOf } from './storage.tsx'

/** The value of home_page that selects an item. */
const ITEM = '3'
/** SPEC 9: the picker loads one page of this many. */
const PICKER_ITEMS_MAX = '1000'

/** The start page of the site: the product page, the login or an item. */
function HomeFields() {
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

/** Selects any item of the site by its name or owner. */
function ItemPicker() {
  const t = useWords(siteWords)
  const { value, wrong, control, set } = useFormField('home_item', { check: required(t.itemMissing) })
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

interface Props {
  name: Counts
  label: string
  help?: string
  from: number
  to: number
}

/** A numeric setting with its limits. */
function CountField({ from, to, ...field }: Props) {
  const t = useWords(siteWords)
  const isFine = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
  return (
    <div className="adm-count">
      <FormText
        {...field}
        check={(value) => (isFine(value.trim()) ? undefined : t.numberWrong(from, to))}
        checkOnBlur
        inputMode="numeric"
        maxLength={12}
      />
    </div>
  )
}

/** The settings of the whole site. */
export function SiteSettings() {
  const t = useWords(siteWords)
  /* The form must open with the current values. */
  const config = useQuery({ ...read(api.adminSetting.loadConfig, {}), gcTime: 0, staleTime: 0 })
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
      </div>
      {config.data ? (
        <SettingsForm config={config.data} />
      ) : config.error ? (
        <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  )
}

function SettingsForm({ config }: { config: Config }) {
  const t = useWords(siteWords)
  const form = useForm(initial(config))
  const save = useSend(api.adminSetting.saveConfig, { done: t.saved })
  const submit = (fields: typeof form.values) => {
    const { register_open, oss_open, home_page, home_item, beian, ...more } = fields
    const { history_version_count, draft_seconds, attachment_page_size, audit_days } = more
    void save.send({
      register_open,
      oss_open,
      home_page,
      beian,
      history_version_count,
      draft_seconds,
      attachment_page_size,
      audit_days,
      ...(home_page === ITEM ? { home_item } : {}),
      ...(oss_open === '1' ? { oss_setting: JSON.stringify(storageOf(fields)) } : {}),
    })
  }
  return (
    <Form form={form} className="adm-form" onSubmit={submit}>
      <h2>{t.people}</h2>
      <FormSwitch name="register_open" label={t.register} help={t.registerHelp} />
      <h2>{t.home}</h2>
      <HomeFields />
      <FormText name="beian" label={t.beian} help={t.beianHelp} optional maxLength={255} />
      <h2>{t.writing}</h2>
      <CountField name="history_version_count" label={t.history} help={t.historyHelp} from={1} to={1000} />
      <CountField name="draft_seconds" label={t.draft} help={t.draftHelp} from={10} to={600} />
      <CountField name="attachment_page_size" label={t.rows} from={1} to={100} />
      <h2>{t.log}</h2>
      <CountField name="audit_days" label={t.logDays} help={t.logDaysHelp} from={1} to={3650} />
      <h2>{t.storage}</h2>
      <StorageFields />
      {save.error && (
        <p className="line-note bad" role="alert">
          {save.error.message}
        </p>
      )}
      <SaveBar savedAt={save.savedAt} isBusy={save.busy} save={t.save} saving={t.saving} isLostByTab />
    </Form>
  )
}

const initial = (config: Config) => ({
  register_open: config.register_open,
  oss_open: config.oss_open,
  home_page: config.home_page,
  home_item: config.home_item === '0' ? '' : config.home_item,
  beian: config.beian,
  history_version_count: config.history_version_count,
  draft_seconds: config.draft_seconds,
  attachment_page_size: config.attachment_page_size,
  audit_days: config.audit_days,
  ...storageFrom(config.oss_setting),
})
