import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { CountField } from '../fields/count-field.tsx'
import { SwitchField } from '../fields/switch-field.tsx'
import type { Config, Counts } from './config.ts'
import { HomeFields } from './home-fields.tsx'
import { siteWords } from './settings.words.ts'
import { StorageFields } from './storage-fields.tsx'

type SiteFields = Record<Counts, number> & {
  register_open: boolean
  oss_open: boolean
  home_page: string
  home_item?: string
  beian: string
  oss_setting: Partial<NonNullable<Config['oss_setting']>>
}

/** What holds for the whole site. */
export function SiteSettings() {
  const t = useWords(siteWords)
  /* What stands in the form must be true when it opens. */
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
  const [form] = Form.useForm<SiteFields>()
  const save = useMutation({ ...write(api.adminSetting.saveConfig, 'common', 'adminOverview'), onSuccess: () => toast(t.saved) })
  const submit = (fields: SiteFields) => {
    if (save.isPending) return
    const { oss_setting, home_item, register_open, oss_open, ...rest } = fields
    save.mutate({
      ...rest,
      register_open: register_open ? '1' : '0',
      oss_open: oss_open ? '1' : '0',
      ...(home_item ? { home_item } : {}),
      ...(oss_open ? { oss_setting: JSON.stringify(oss_setting) } : {}),
    })
  }
  return (
    <Form<SiteFields>
      form={form}
      name="site"
      className="adm-form"
      layout="vertical"
      initialValues={initial(config)}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={submit}
    >
      <h2>{t.people}</h2>
      <SwitchField name="register_open" label={t.register} help={t.registerHelp} />
      <h2>{t.home}</h2>
      <HomeFields />
      <Form.Item name="beian" label={t.beian} extra={t.beianHelp}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
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
      <SaveBar savedAt={save.isSuccess ? save.submittedAt : 0} isBusy={save.isPending} save={t.save} saving={t.saving} isLostByTab />
    </Form>
  )
}

const initial = (config: Config): SiteFields => ({
  register_open: config.register_open === '1',
  oss_open: config.oss_open === '1',
  home_page: config.home_page,
  ...(config.home_item === '0' ? {} : { home_item: config.home_item }),
  beian: config.beian,
  history_version_count: Number(config.history_version_count),
  draft_seconds: Number(config.draft_seconds),
  attachment_page_size: Number(config.attachment_page_size),
  audit_days: Number(config.audit_days),
  oss_setting: {
    ...config.oss_setting,
    oss_type: config.oss_setting?.oss_type || 'aliyun',
    protocol: config.oss_setting?.protocol || 'https',
    addressing: config.oss_setting?.addressing || 'path',
  },
})
